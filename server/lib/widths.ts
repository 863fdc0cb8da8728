/** The widths of window that every page is looked at, CSS px. */
export const WIDTHS = [320, 375, 768, 1024, 1440] as const
export const DESKTOP = 1440
export const TABLET = 768
export const MOBILE = 375

/** Those of which there are pictures. */
export const SHOT_WIDTHS = [MOBILE, TABLET, DESKTOP] as const
export type ShotWidth = (typeof SHOT_WIDTHS)[number]

/** What a list has of one width; undefined where it has none of it. */
export const atWidth = <Of extends { width: number }>(list: readonly Of[], width: number): Of | undefined =>
  list.find(one => one.width === width)
