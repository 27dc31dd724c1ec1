import { type Sql, untilAborted } from '@plat/db';
import type { SuppressionAnswer, SuppressionBook, SuppressionLists, SuppressionQuestion } from '../domain/ports.ts';
import { EVERY_ZIP, type SuppressionEntry } from '../domain/suppression.ts';
import { type OwnSuppression, personsMeant } from '../domain/suppression-entry.ts';
import type { suppressions } from './tables.ts';

interface OwnLists {
  ask(question: SuppressionQuestion, signal: AbortSignal): Promise<Omit<SuppressionAnswer, 'newestNationalSnapshot'>>;
}

/** Opt-outs that operators recorded, in `investors.suppressions`. */
export const ownSuppressions = (sql: Sql): OwnLists => ({
  ask: async (question, signal) => {
    const query = untilAborted(sql, signal);
    const [entries, namesakes] = await Promise.all([
      entriesAmong(query, question),
      personsNamed(query, question.names),
    ]);
    return { entries, namesakes };
  },
});

async function entriesAmong(sql: Sql, { phones, emails, persons }: SuppressionQuestion): Promise<SuppressionEntry[]> {
  const points = [...phones.map((value) => ['phone', value]), ...emails.map((value) => ['email', value])] as const;
  const asked = Map.groupBy(persons, firstNameAndZip);
  const places = [...asked.keys()].map((text) => text.split('|') as [string, string]);
  const rows = await sql<SuppressionEntry[]>`
    select kind, value, list from investors.suppressions
    join unnest(${points.map(([kind]) => kind!)}::text[], ${points.map(([, value]) => value!)}::text[])
      as asked (kind, value) using (kind, value)
    union all
    select kind, value, list from investors.suppressions
    where kind = 'person' and (split_part(value, ' ', 1), split_part(value, '|', 2)) in (
      select * from unnest(${places.map(([first]) => first)}::text[], ${places.map(([, zip]) => zip)}::text[]))`;
  return rows.flatMap((row) =>
    row.kind === 'person' ? aboutThose(row, asked.get(firstNameAndZip(row.value)) ?? []) : [row],
  );
}

async function personsNamed(sql: Sql, names: readonly string[]): Promise<SuppressionEntry[]> {
  if (names.length === 0) return [];
  const asked = Map.groupBy(names, firstNameOf);
  const rows = await sql<SuppressionEntry[]>`
    select kind, value, list from investors.suppressions
    where kind = 'person' and split_part(value, ' ', 1) = any(${[...asked.keys()]}::text[])`;
  return rows.flatMap((row) => {
    const zip = row.value.slice(row.value.lastIndexOf('|'));
    const namesakes = asked.get(firstNameOf(row.value)) ?? [];
    return aboutThose(
      row,
      namesakes.map((name) => `${name}${zip}`),
    );
  });
}

/** The entry under each given spelling that it applies to. */
const aboutThose = (entry: SuppressionEntry, persons: readonly string[]): SuppressionEntry[] =>
  personsMeant(entry.value, persons).map((value) => ({ ...entry, value }));

const firstNameOf = (person: string): string => person.split(' ', 1)[0]!;

const firstNameAndZip = (person: string): string =>
  `${firstNameOf(person)}|${person.slice(person.lastIndexOf('|') + 1)}`;

/** The lists of the dataset and our own, combined. */
export const joinedSuppressions = (market: SuppressionLists, own: OwnLists): SuppressionLists => ({
  ask: async (question, signal) => {
    // The dataset has a ZIP code for every person.
    const persons = question.persons.filter((person) => !person.endsWith(`|${EVERY_ZIP}`));
    const [listed, ours] = await Promise.all([market.ask({ ...question, persons }, signal), own.ask(question, signal)]);
    return {
      ...listed,
      entries: [...listed.entries, ...ours.entries],
      namesakes: [...listed.namesakes, ...ours.namesakes],
    };
  },
  newestNationalSnapshot: (signal) => market.newestNationalSnapshot(signal),
});

type SuppressionRow = typeof suppressions.$inferSelect;

const suppressionOf = (row: SuppressionRow): OwnSuppression => ({
  kind: row.kind,
  value: row.value,
  list: row.list,
  note: row.note,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
});

/** Adds and removes our own opt-outs. */
export const createPostgresSuppressionBook = (sql: Sql): SuppressionBook => ({
  add: async ({ kind, value, list, note, createdBy, createdAt }) => {
    const added = await sql`
      insert into investors.suppressions (kind, value, list, note, created_by, created_at)
      values (${kind}, ${value}, ${list}, ${note}, ${createdBy}, ${createdAt}) on conflict do nothing`;
    return added.count > 0;
  },
  list: async ({ kind, limit }) => {
    const rows = await sql<SuppressionRow[]>`
      select * from investors.suppressions where ${kind}::text is null or kind = ${kind}
      order by created_at desc, kind, value, list limit ${limit}`;
    return rows.map(suppressionOf);
  },
  remove: async (kind, value, list) => {
    const rows = await sql<SuppressionRow[]>`
      delete from investors.suppressions
      where kind = ${kind} and value = ${value} and (${list}::text is null or list = ${list}) returning *`;
    return rows.map(suppressionOf);
  },
});
