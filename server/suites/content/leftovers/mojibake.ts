/** What the second and third byte of a character look like when UTF-8 is read as Windows-1252. */
const SIGNS = String.raw`\u0080-\u009f\u00a1-\u00ac\u00ae-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2020-\u2022\u2030\u2039\u203a\u20ac\u2122\u201a\u201e`
/** Among them quotes, dashes and dots, which may as well follow an honest letter. */
const MARKS = String.raw`\u2013\u2014\u2018\u2019\u201c\u201d\u2026`
const NEXT = `[${SIGNS}${MARKS}]`

/**
 * Characters read in the wrong encoding. Only what no language writes: `NÃO`, `„Ä“` and `Ø` stand in honest texts,
 * `Ã©`, `Ä±` and `Ø§Ù„` do not.
 */
export const MOJIBAKE = new RegExp(
  [
    String.raw`\ufffd+`,
    'ï»¿',
    `Ã[${SIGNS}]|(?<!\\p{Lu})Ã[${MARKS}]|Ã[\u201c\u201d\u2018](?=\\p{Lu})`,
    // A no-break space is the second half of à and of what stood before it.
    String.raw`(?<=\p{Ll})[ÃÂ](?= |$)|(?<=[\p{N}.,:;!?)])Â(?= |$)|(?<=^| )Ã(?= \p{Ll})`,
    String.raw`â\u0080[\u0080-\u00bf]|â\u0084\u00a2|â\u0082\u00ac|â€(?:[${SIGNS}${MARKS}\u00a6\u00a2])?|â‚¬|â„¢|âœ[${SIGNS}${MARKS}]|ðŸ`,
    String.raw`(?<!\p{Lu})Â[\u00a3\u00a7\u00a9\u00ab\u00ae\u00b0\u00b2\u00b3\u00b4\u00b7\u00ba\u00bb\u00bd\u00bf]`,
    `(?<!\\p{Lu})[ÄÅ][${SIGNS}]`,
    // Cyrillic, Greek, Arabic, Hebrew, Thai and East Asian scripts: one pair may be chance.
    `(?:[ÐÑ]${NEXT}){2,}|(?:[ÎÏ]${NEXT}){2,}|(?:[ØÙÚÛ]${NEXT}){2,}|(?:×${NEXT}){2,}`,
    `(?:[ãäåæçèéêìíà]${NEXT}{2}){2,}`,
    // UTF-8 read as Windows-1251.
    '(?:Р[°±ІіґµФ¶·ё№є»јЅѕї]|С[ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ]){3,}',
  ].join('|'),
  'gu',
)
