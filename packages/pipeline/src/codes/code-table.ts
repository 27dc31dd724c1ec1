/**
 * A lenient reading of a coded column: exact spellings first, then patterns in order, first match wins. Both are
 * compared with the tidied text (upper case, punctuation as single blanks). No match is null: counted, never guessed.
 */
export interface CodeTable<Code extends string> {
  exact: Readonly<Record<string, Code>>;
  patterns: readonly (readonly [RegExp, Code])[];
}

/** Upper case, apostrophes dropped, every other run of punctuation or blanks as one blank. */
export function tidyCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/['’`´]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** The code that a text stands for, or null when the table does not know it. */
export function readCode<Code extends string>(table: CodeTable<Code>, text: string): Code | null {
  const tidied = tidyCode(text);
  if (Object.hasOwn(table.exact, tidied)) return table.exact[tidied]!;
  return table.patterns.find(([pattern]) => pattern.test(tidied))?.[1] ?? null;
}
