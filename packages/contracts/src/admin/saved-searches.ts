import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../common.ts';
import { BUYER_SEARCH_MAX_RESULTS } from '../resources/buyer-search-request.ts';
import { defineAdminOperation, EVERYONE } from './operation.ts';

export const SAVED_SEARCHES_MAX = 100;

/** A buyer of a search as it was seen last. */
const SeenBuyer = Type.Object({
  buyer_id: Type.String({ minLength: 1, maxLength: 100 }),
  last_purchase_date: Nullable(CalendarDate),
});
export type SeenBuyer = Static<typeof SeenBuyer>;

const Seen = {
  buyers: Type.Array(SeenBuyer, { maxItems: BUYER_SEARCH_MAX_RESULTS, description: 'All buyers of the search now' }),
  records_through: Nullable(CalendarDate, { description: 'Last day of the records that were searched' }),
};
const NAME = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

const SavedSearchDocument = Type.Object({
  id: Uuid,
  name: Type.String(),
  query: Type.String({ description: 'Query of the page of its buyers' }),
  seen_at: Timestamp,
  records_through: Seen.records_through,
  created_at: Timestamp,
});
export type SavedSearchDocument = Static<typeof SavedSearchDocument>;

const shared = { tag: 'Saved searches', path: '/admin/v1/saved-searches' } as const;
const SAVED_QUERY = Type.Object({ saved_search_id: Uuid });

export const listSavedSearches = defineAdminOperation({
  ...shared,
  operation: 'listSavedSearches',
  method: 'GET',
  summary: 'List your saved searches by name',
  roles: EVERYONE,
  request: {},
  status: 200,
  answer: Type.Object({ saved_searches: Type.Array(SavedSearchDocument, { maxItems: SAVED_SEARCHES_MAX }) }),
});

export const readSavedSearch = defineAdminOperation({
  ...shared,
  operation: 'readSavedSearch',
  method: 'GET',
  path: '/admin/v1/saved-searches/details',
  summary: 'Read a saved search of yours with the buyers that you have seen',
  roles: EVERYONE,
  request: { query: SAVED_QUERY },
  status: 200,
  answer: Type.Object({ ...SavedSearchDocument.properties, buyers: Seen.buyers }),
  errors: ['NOT_FOUND'],
});

export const createSavedSearch = defineAdminOperation({
  ...shared,
  operation: 'createSavedSearch',
  method: 'POST',
  summary: 'Save a search with its buyers of now, which count as seen',
  roles: EVERYONE,
  request: {
    body: Type.Object({
      name: NAME,
      query: Type.String({ minLength: 1, maxLength: 2_000, description: 'Query of the page of its buyers' }),
      ...Seen,
    }),
  },
  status: 201,
  answer: SavedSearchDocument,
  errors: ['LIMIT_REACHED'],
});

export const seeSavedSearch = defineAdminOperation({
  ...shared,
  operation: 'seeSavedSearch',
  method: 'PATCH',
  summary: 'Mark the buyers of a saved search as seen',
  roles: EVERYONE,
  request: { query: SAVED_QUERY, body: Type.Object(Seen) },
  status: 200,
  answer: SavedSearchDocument,
  errors: ['NOT_FOUND'],
});

export const deleteSavedSearch = defineAdminOperation({
  ...shared,
  operation: 'deleteSavedSearch',
  method: 'DELETE',
  summary: 'Delete a saved search of yours',
  roles: EVERYONE,
  request: { query: SAVED_QUERY },
  status: 204,
  answer: Type.Null(),
  errors: ['NOT_FOUND'],
});
