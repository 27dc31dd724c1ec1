const MAX_CHARACTERS = 2_000;

/**
 * In this order: quoted names stay, comments go, and text, bytes and numbers become `?`. A quote that is not closed
 * takes the rest of the statement with it.
 */
const PARTS =
  /("(?:[^"]|"")*"|\$\d+)|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\3\$|$)|(?<![\w$])[\d.]*\d(?:[eE][+-]?\d+)?/g;

/** The text of a statement without any value: parameters are `$1`, and what is written into it becomes `?`. */
export function statementText(sql: string): string {
  const text = sql.replace(
    PARTS,
    (_whole, kept?: string, comment?: string) => kept ?? (comment === undefined ? '?' : ' '),
  );
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS);
}

/** The first word of a statement, such as `select`; a fixed list, so that names of spans stay few. */
export function statementKind(sql: string): string {
  const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'statement';
}

const KINDS = new Set(['select', 'with', 'insert', 'update', 'delete', 'copy', 'lock', 'create', 'alter', 'drop']);
