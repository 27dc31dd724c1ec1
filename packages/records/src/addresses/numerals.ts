const CARDINALS = 'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE'.split(' ');
const ORDINALS = (
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH ' +
  'FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
).split(' ');
const TENS = ['TWENTY', 'THIRTY', 'FORTY', 'FIFTY', 'SIXTY', 'SEVENTY', 'EIGHTY', 'NINETY'];
const ROUND_TENS = 'TWENTIETH THIRTIETH FORTIETH FIFTIETH SIXTIETH SEVENTIETH EIGHTIETH NINETIETH'.split(' ');

function withEnding(value: number): string {
  const lastTwo = value % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${value}TH`;
  return `${value}${['TH', 'ST', 'ND', 'RD'][value % 10] ?? 'TH'}`;
}

/** House numbers written as a word: ONE -> 1. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  CARDINALS.map((word, index): [string, string] => [word, String(index + 1)]),
);

/** Street ordinals written as one word: FIRST -> 1ST, TWENTIETH -> 20TH. */
export const ORDINAL_WORDS: ReadonlyMap<string, string> = new Map([
  ...ORDINALS.map((word, index): [string, string] => [word, withEnding(index + 1)]),
  ...ROUND_TENS.map((word, index): [string, string] => [word, withEnding((index + 2) * 10)]),
]);

/** First words of two-word ordinals: TWENTY (FIRST) -> 20. */
const ORDINAL_TENS: ReadonlyMap<string, number> = new Map(
  TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
);

/** 21ST for TWENTY FIRST. @returns null when the two words are not an ordinal. */
export function joinOrdinal(tens: string, ones: string): string | null {
  const base = ORDINAL_TENS.get(tens);
  const unit = ORDINALS.indexOf(ones) + 1;
  return base === undefined || unit < 1 || unit > 9 ? null : withEnding(base + unit);
}

/** Repairs a wrong or missing ending: 2TH -> 2ND. Any other token is returned unchanged. */
export function fixOrdinal(token: string): string {
  const match = /^0*(\d{1,3})(ST|ND|RD|TH)$/.exec(token);
  return match === null ? token : withEnding(Number(match[1]));
}
