/** Characters that the built-in fonts of a PDF have. */
const KNOWN = /[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…]/gu;

/** The text in characters that the built-in fonts of a PDF have: `Ł` without a font becomes `?`. */
export const latinText = (text: string): string =>
  text.replace(KNOWN, (character) => {
    const [base = ''] = character.normalize('NFKD');
    return /^[\u0020-\u007e]$/.test(base) ? base : '?';
  });
