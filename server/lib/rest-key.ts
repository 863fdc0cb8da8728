/** Key of the one finding of a check that stands for all beyond its limit: other ones each time. */
export const keyOfRest = (check: string): string => `${check}:more`
