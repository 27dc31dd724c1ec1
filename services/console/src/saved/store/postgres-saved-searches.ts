import type { SavedSearchDocument, SeenBuyer } from '@plat/contracts/admin';
import type { Sql } from '@plat/db';
import type { SavedSearchStore, SeenState } from '../domain/ports.ts';

interface SavedRow {
  id: string;
  name: string;
  query: string;
  buyers: SeenBuyer[];
  records_through: string | null;
  seen_at: Date;
  created_at: Date;
}

export function createPostgresSavedSearches(sql: Sql): SavedSearchStore {
  const columns = sql`id, name, query, buyers, records_through::text as records_through, seen_at, created_at`;
  const buyersOf = ({ buyers }: SeenState) =>
    sql.json(buyers.map(({ buyer_id, last_purchase_date }) => ({ buyer_id, last_purchase_date })));
  return {
    list: async (personId) => {
      const rows = await sql<SavedRow[]>`
        select ${columns} from console.saved_searches where person_id = ${personId} order by name, id`;
      return rows.map(toDocument);
    },

    find: async (personId, id) => {
      const [row] = await sql<SavedRow[]>`
        select ${columns} from console.saved_searches where id = ${id} and person_id = ${personId}`;
      return row === undefined ? null : { ...toDocument(row), buyers: row.buyers };
    },

    add: (personId, search, nowMs, most) =>
      sql.begin(async (tx) => {
        // One at a time for each person, so that parallel requests do not pass the bound together.
        await tx`select from console.people where id = ${personId} for update`;
        const [row] = await tx<SavedRow[]>`
          insert into console.saved_searches (person_id, name, query, buyers, records_through, seen_at, created_at)
          select ${personId}, ${search.name.trim()}, ${search.query}, ${buyersOf(search)},
            ${search.records_through}::date, ${new Date(nowMs)}, ${new Date(nowMs)}
          where (select count(*) from console.saved_searches where person_id = ${personId}) < ${most}
          returning ${columns}`;
        return row === undefined ? null : toDocument(row);
      }),

    see: async (personId, id, seen, nowMs) => {
      const [row] = await sql<SavedRow[]>`
        update console.saved_searches set buyers = ${buyersOf(seen)},
          records_through = ${seen.records_through}::date, seen_at = ${new Date(nowMs)}
        where id = ${id} and person_id = ${personId} returning ${columns}`;
      return row === undefined ? null : toDocument(row);
    },

    remove: async (personId, id) => {
      const { count } = await sql`
        delete from console.saved_searches where id = ${id} and person_id = ${personId}`;
      return count > 0;
    },
  };
}

const toDocument = ({ id, name, query, records_through, seen_at, created_at }: SavedRow): SavedSearchDocument => ({
  id,
  name,
  query,
  records_through,
  seen_at: seen_at.toISOString(),
  created_at: created_at.toISOString(),
});
