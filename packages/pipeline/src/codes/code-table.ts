/**
 * A lenient reader of a coded column: exact spellings first, then patterns in order; the first match wins. Both
 * are compared with the normalised text (upper case, punctuation as single blanks). No match is null: counted,
 * never guessed.
 */
export interface CodeTable<Code extends string> {
  exact: Readonly<Record<string, Code>>;
  patterns: readonly (readonly [RegExp, Code])[];
}

/** Upper case without apostrophes; every other run of punctuation or blanks becomes one blank. */
export function tidyCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/['’`´]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** The code of a text, or null if the table does not know it. */
export function readCode<Code extends string>(table: CodeTable<Code>, text: string): Code | null {
  const tidied = tidyCode(text);
  if (Object.hasOwn(table.exact, tidied)) return table.exact[tidied]!;
  return table.patterns.find(([pattern]) => pattern.test(tidied))?.[1] ?? null;
}
