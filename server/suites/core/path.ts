/** The elements of a selector without their turns and ids: equal for like things that stand in like entries of one list. */
export const pathOf = (selector: string): string =>
  selector.replace(/:nth-of-type\(\d+\)/g, '').replace(/#[\w-]+/g, '#')
