import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';
import { ALL_REGIONS, type DatasetRow } from '../tables.ts';
import { newestNationalDateSql } from './newest-national-suppression-date.ts';

export interface ContactPoints {
  /** 10-digit numbers. */
  phones: readonly string[];
  /** Lower-case addresses. */
  emails: readonly string[];
  /** `FIRST LAST|ZIP`, upper case. */
  persons: readonly string[];
  /** `FIRST LAST`, upper case: persons without a known ZIP code. */
  names: readonly string[];
}

export type SuppressedPoint = Pick<DatasetRow<'suppression'>, 'kind' | 'value' | 'list'>;

export interface Suppressed {
  /** Every do-not-contact entry for one of the numbers, addresses or persons. */
  entries: SuppressedPoint[];
  /** Entries of persons with these names, with any ZIP code. */
  namesakes: SuppressedPoint[];
  /** Day of the newest entry of the national do-not-call list, YYYY-MM-DD; null when no dated list was imported. */
  newestNationalDate: string | null;
}

type Row = { newest: string | null } & (
  | (SuppressedPoint & { is_namesake: boolean })
  | { kind: null; value: null; list: null; is_namesake: null }
);

/** Looks up the do-not-contact lists of one version. One statement, because a publish could happen between two. */
export async function suppressedAmong(sql: Sql, realm: Realm, points: ContactPoints): Promise<Suppressed> {
  const schema = schemaOf(sql, realm);
  const asked = [
    ...points.phones.map((value) => ['phone', value] as const),
    ...points.emails.map((value) => ['email', value] as const),
    ...points.persons.map((value) => ['person', value] as const),
  ];
  // Omitted without names, because it reads every entry of a person.
  const orNamesakes = sql`
    union all
    select kind, value, list, true from ${schema}.suppression
    where region = ${ALL_REGIONS} and kind = 'person' and split_part(value, '|', 1) = any(${[...points.names]}::text[])`;
  const rows = await sql<Row[]>`
    select ${newestNationalDateSql(sql, realm)} as newest, found.*
    from (select) as one left join (
      select kind, value, list, false as is_namesake from ${schema}.suppression
      join unnest(${asked.map(([kind]) => kind)}::text[], ${asked.map(([, value]) => value)}::text[]) as asked (kind, value)
        using (kind, value)
      where suppression.region = ${ALL_REGIONS} ${points.names.length === 0 ? sql`` : orNamesakes}
    ) as found on true`;
  const found = (wanted: boolean) =>
    rows.flatMap(({ kind, value, list, is_namesake }) => (is_namesake === wanted ? [{ kind, value, list }] : []));
  return { entries: found(false), namesakes: found(true), newestNationalDate: rows[0]?.newest ?? null };
}
