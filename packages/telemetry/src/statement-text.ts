const MAX_CHARACTERS = 2_000;

/**
 * Replaced in this order: quoted names stay, comments are removed, strings, bytes and numbers become `?`. An
 * unclosed quote swallows the rest of the statement.
 */
const PARTS =
  /("(?:[^"]|"")*"|\$\d+)|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\3\$|$)|(?<![\w$])[\d.]*\d(?:[eE][+-]?\d+)?/g;

/** The text of a statement without any values: parameters are `$1`, literals become `?`. */
export function statementText(sql: string): string {
  const text = sql.replace(
    PARTS,
    (_whole, kept?: string, comment?: string) => kept ?? (comment === undefined ? '?' : ' '),
  );
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS);
}

/** The first word of a statement, such as `select`. The list is fixed so that span names stay few. */
export function statementKind(sql: string): string {
  const word = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'statement';
}

const KINDS = new Set(['select', 'with', 'insert', 'update', 'delete', 'copy', 'lock', 'create', 'alter', 'drop']);
