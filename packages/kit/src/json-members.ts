/**
 * Returns the source text of each member of a JSON object, by name, in source order. Numbers keep their digits and
 * nested members their order. As in `JSON.parse`, the last of several members with one name wins.
 * @param text valid JSON whose value is an object.
 */
export function jsonMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const name: string = JSON.parse(text.slice(at, nameEnd));
    const valueStart = skipSpace(text, text.indexOf(':', nameEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    members.delete(name);
    members.set(name, text.slice(valueStart, valueEnd).trimEnd());
    // A comma or the end of the object follows the value.
    at = skipSpace(text, valueEnd + 1);
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\r\t'.includes(text[at]!)) at += 1;
  return at;
}

/** Index after the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Index of the comma or brace after a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }
  return at;
}
