import { createHash } from 'node:crypto';

/**
 * SQL of a stable 52-bit number: the first 13 hexadecimal digits of the md5 of region and parts joined by `|`. The
 * same text gives the same number in every import. Below 2^53, so a safe JSON integer.
 * @param parts SQL expressions of type VARCHAR, not null.
 */
export function stableIdSql(regionLiteral: string, ...parts: string[]): string {
  return `('0x' || substr(md5(${[regionLiteral, ...parts].join(" || '|' || ")}), 1, 13))::BIGINT`;
}

/** The number that `stableIdSql` gives for the same parts. */
export const stableId = (region: string, ...parts: string[]): number =>
  Number.parseInt(
    createHash('md5')
      .update([region, ...parts].join('|'))
      .digest('hex')
      .slice(0, 13),
    16,
  );
