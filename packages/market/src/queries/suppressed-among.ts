import type { Sql } from '@plat/db';
import { ALL_REGIONS, type DatasetRow } from '../dataset/tables.ts';

export interface ContactPoints {
  /** 10-digit numbers. */
  phones: readonly string[];
  /** Lower-case addresses. */
  emails: readonly string[];
  /** `FIRST LAST|ZIP`, upper case. */
  persons: readonly string[];
}

/** Every do-not-contact entry that names one of the points. */
export async function suppressedAmong(sql: Sql, points: ContactPoints): Promise<DatasetRow<'suppression'>[]> {
  const asked = [
    ...points.phones.map((value) => ['phone', value] as const),
    ...points.emails.map((value) => ['email', value] as const),
    ...points.persons.map((value) => ['person', value] as const),
  ];
  if (asked.length === 0) return [];
  return sql<DatasetRow<'suppression'>[]>`
    select suppression.* from market.suppression
    join unnest(${asked.map(([kind]) => kind)}::text[], ${asked.map(([, value]) => value)}::text[]) as asked (kind, value)
      using (kind, value)
    where suppression.region = ${ALL_REGIONS}`;
}
