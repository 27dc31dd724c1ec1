import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../canonical/canonical.ts';
import {
  hasSaleCodes,
  readDeedType,
  readListingStatus,
  readPropertyType,
  readSaleValidity,
  readSuppressionList,
} from '../codes/index.ts';
import { mappedTable } from './mapped-table.ts';

export interface UnknownCode {
  column: string;
  value: string;
  /** The state whose table lacks the value, where numbers are read by state. */
  state?: string;
  count: number;
}

/** Maximum number of unknown values listed per column, most frequent first. */
const LISTED_PER_COLUMN = 50;

interface CodeColumn {
  kind: CanonicalKind;
  column: string;
  /** SQL columns of the reading; the first is the reported value. */
  from: readonly string[];
  isKnown(values: readonly (string | null)[]): boolean;
  /** The state to name with an unknown value; null where it does not matter. */
  stateOf?(values: readonly (string | null)[]): string | null;
}

const CODE_COLUMNS: readonly CodeColumn[] = [
  {
    kind: 'properties',
    column: 'property_type',
    from: ['coalesce(property_type, land_use)', 'state', 'property_type', 'land_use'],
    isKnown: ([, state, type, use]) =>
      [type, use].some((text) => typeof text === 'string' && readPropertyType(text, state ?? null) !== null),
  },
  {
    kind: 'transfers',
    column: 'deed_type',
    from: ['deed_type'],
    isKnown: ([text]) => readDeedType(text ?? '') !== null,
  },
  {
    kind: 'transfers',
    column: 'sale_validity',
    from: ['sale_validity', 'region'],
    isKnown: ([text, state]) => readSaleValidity(text ?? '', state ?? null) !== null,
    stateOf: ([, state]) => (hasSaleCodes(state ?? null) ? state! : null),
  },
  {
    kind: 'listings',
    column: 'status',
    from: ['status'],
    isKnown: ([text]) => readListingStatus(text ?? '') !== null,
  },
  {
    kind: 'suppressions',
    column: 'list',
    from: ['list'],
    isKnown: ([text]) => readSuppressionList(text ?? '') !== null,
  },
];

/** The unknown codes of kept rows, counted by value, most frequent first. */
export async function unknownCodes(duck: DuckDBConnection, kinds: readonly CanonicalKind[]): Promise<UnknownCode[]> {
  const unknown: UnknownCode[] = [];
  for (const { kind, column, from, isKnown, stateOf } of CODE_COLUMNS) {
    if (!kinds.includes(kind)) continue;
    const found = await duck.runAndReadAll(
      `SELECT ${from.join(', ')}, count(*)::INTEGER FROM ${mappedTable(kind)}
       WHERE failed_check IS NULL AND ${from[0]} IS NOT NULL GROUP BY ALL`,
    );
    const counts = new Map<string, UnknownCode>();
    for (const row of found.getRows()) {
      const values = row.slice(0, -1).map((value) => (value === null ? null : String(value)));
      if (isKnown(values)) continue;
      const [value, state] = [values[0]!, stateOf?.(values) ?? null];
      const key = `${state ?? ''}\t${value}`;
      const count = (counts.get(key)?.count ?? 0) + Number(row.at(-1));
      counts.set(key, { column, value, ...(state === null ? {} : { state }), count });
    }
    const sorted = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
    unknown.push(...sorted.slice(0, LISTED_PER_COLUMN).map(([, code]) => code));
  }
  return unknown;
}
