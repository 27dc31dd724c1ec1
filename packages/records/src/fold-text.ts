/** Upper case, without accents (Cañon -> CANON) and typographic apostrophes and dashes. */
export function foldText(text: string): string {
  const upper = text.toUpperCase();
  for (let at = 0; at < upper.length; at++) {
    if (upper.charCodeAt(at) > 126) {
      return upper
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
        .replace(/[\u2010-\u2015]/g, '-')
        .toUpperCase();
    }
  }
  return upper;
}
