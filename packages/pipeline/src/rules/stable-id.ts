/**
 * SQL of a stable 52-bit number: the first 13 hexadecimal digits of the md5 of the parts joined by `|`, with the region
 * in front. The same text gives the same number on every import. It stays below 2^53, so it is a safe JSON integer.
 * @param parts SQL expressions of type VARCHAR; none may be null.
 */
export function stableIdSql(regionLiteral: string, ...parts: string[]): string {
  return `('0x' || substr(md5(${[regionLiteral, ...parts].join(" || '|' || ")}), 1, 13))::BIGINT`;
}
