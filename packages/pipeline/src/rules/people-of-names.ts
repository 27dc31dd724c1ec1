import type { DuckDBConnection } from '@duckdb/node-api';
import { NAMESAKE_ADDRESS_MAX_LOG2_SHARE, NAMESAKE_STATE_MAX_LOG2_SHARE } from '@plat/dataset/constants';
import type { NamedPerson } from '@plat/records';
import type { SimilarNames } from './buyer-clusters.ts';
import { eachRow } from './duck-rows.ts';
import { type Mention, samePeople } from './same-people.ts';

/** Columns of `named_person`, one row per person that a recorded name mentions. */
export const NAMED_PERSON_COLUMNS =
  'name_key VARCHAR, person_key VARCHAR, middle VARCHAR, generation VARCHAR, log2_share DOUBLE, is_telling BOOLEAN';

export type NamedPersonRow = [
  name: string,
  person: string,
  middle: string,
  generation: string,
  log2Share: number,
  isTelling: boolean,
];

/** Of namesakes, about one in 16 has the same middle initial. */
const INITIAL_LOG2_SHARE = -4;
/** A spouse brings a given name, but no surname: about one in 256. */
const SPOUSE_LOG2_SHARE = -8;
const COUPLE = '&';

/**
 * Rows of `named_person` for a recorded name: each person, each with the middle initial, and two people together. Names
 * that agree in more are less likely to agree by chance.
 */
export function namedPersonRows(nameKey: string, people: readonly NamedPerson[]): NamedPersonRow[] {
  if (people.length === 0) return [];
  const isFamily = wordsOfAll(people).length > 0;
  const rows = people.flatMap(({ key, middle, generation, log2Share, holdsTitle }): NamedPersonRow[] => {
    const isTelling = holdsTitle && isFamily;
    const alone: NamedPersonRow = [nameKey, key, middle, generation, log2Share, isTelling];
    if (middle === '') return [alone];
    const withInitial = `${key} ${middle.slice(0, 1)}.`;
    return [alone, [nameKey, withInitial, middle, generation, log2Share + INITIAL_LOG2_SHARE, isTelling]];
  });
  return [...rows, ...coupleRows(nameKey, people, isFamily)];
}

function coupleRows(nameKey: string, people: readonly NamedPerson[], isFamily: boolean): NamedPersonRow[] {
  const [first, second] = [...people].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (people.length !== 2 || first === undefined || second === undefined || first.key === second.key) return [];
  const log2Share = isFamily
    ? Math.max(first.log2Share, second.log2Share) + SPOUSE_LOG2_SHARE
    : first.log2Share + second.log2Share;
  const middles = `${first.middle}${COUPLE}${second.middle}`;
  const isTelling = first.holdsTitle && second.holdsTitle;
  return [[nameKey, `${first.key}${COUPLE}${second.key}`, middles, '', log2Share, isTelling]];
}

/** The words that all names have: the surname of a family. */
const wordsOfAll = ([first, ...others]: readonly NamedPerson[]): string[] =>
  (first?.key ?? '').split(' ').filter((word) => others.every(({ key }) => key.split(' ').includes(word)));

const MENTIONS = 'p.person_key, n.name_number, p.middle, p.generation';

/** Groups of names that may mention one person: at one address; anywhere when hardly two people share the name. */
const AT_ADDRESS_SQL = `
  SELECT DISTINCT s.mailing_key, ${MENTIONS}
  FROM named_person p JOIN name_number n USING (name_key) JOIN owner_at_address o USING (name_number)
  JOIN shared_address s ON s.mailing_key = o.mailing_key
  WHERE p.log2_share <= ${NAMESAKE_ADDRESS_MAX_LOG2_SHARE}
  QUALIFY count(*) OVER (PARTITION BY s.mailing_key, p.person_key) > 1 ORDER BY 1, 2, 3, 4, 5`;
const IN_STATE_SQL = `
  SELECT DISTINCT NULL, ${MENTIONS}
  FROM named_person p JOIN name_number n USING (name_key)
  WHERE p.is_telling AND p.log2_share <= ${NAMESAKE_STATE_MAX_LOG2_SHARE}
  QUALIFY count(*) OVER (PARTITION BY p.person_key) > 1 ORDER BY 2, 3, 4, 5`;

/** Names that mention the same person (docs/rules/buyers.md), from `named_person`. */
export async function namesOfSamePeople(duck: DuckDBConnection): Promise<SimilarNames[]> {
  const edges: SimilarNames[] = [];
  for (const sql of [AT_ADDRESS_SQL, IN_STATE_SQL]) {
    let group: Mention[] = [];
    let current = '';
    let place: string | null = null;
    const close = () => {
      for (const [left, right] of samePeople(group)) edges.push({ address: place, left, right });
      group = [];
    };
    await eachRow(duck, sql, ([address, person, name, middle, generation]) => {
      const id = `${address}/${person}`;
      if (id !== current) close();
      current = id;
      place = address === null ? null : String(address);
      group.push({ name: Number(name), middles: String(middle).split(COUPLE), generation: String(generation) });
    });
    close();
  }
  return edges;
}
