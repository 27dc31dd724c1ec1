/**
 * SQL over a table of the published market. The schema may be written out, or be an expression such as
 * `from ${dataset.schema}.deal`, because every deal table is read under the schema of its realm.
 */
const STATEMENT =
  /\b(?:from|join|into|update|truncate|table|only|exists|references)\s+(?:"?market(?:_sample)?"?\.["$a-z]|\$\{[^}]*\}\.["$a-z])/gi;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

/** Statements of a TypeScript file over the market, comments apart, with their lines. */
export function marketStatements(text: string): { line: number; statement: string }[] {
  const code = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(STATEMENT)].map(({ index, 0: statement }) => ({
    line: code.slice(0, index).split('\n').length,
    statement: statement.replace(/\s+/g, ' '),
  }));
}
