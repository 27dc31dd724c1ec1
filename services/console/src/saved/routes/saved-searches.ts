import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  SAVED_SEARCHES_MAX,
  seeSavedSearch,
} from '@plat/contracts/admin';
import { AppError, validationError } from '@plat/kit';
import { type AdminHandler, adminHandler } from '../../admin-route.ts';
import type { SavedDeps, SeenState } from '../domain/ports.ts';

/** Searches that people saved, each for its person alone. */
export const savedSearchHandlers = ({ saved, nowMs }: SavedDeps): AdminHandler[] => [
  adminHandler(listSavedSearches, async ({ signedIn }) => ({ saved_searches: await saved.list(signedIn.person.id) })),

  adminHandler(readSavedSearch, async ({ query, signedIn }) =>
    known(await saved.find(signedIn.person.id, query.saved_search_id)),
  ),

  adminHandler(createSavedSearch, async ({ body, signedIn }) => {
    requireDays(body);
    const search = await saved.add(signedIn.person.id, body, nowMs(), SAVED_SEARCHES_MAX);
    if (search !== null) return search;
    throw new AppError('LIMIT_REACHED', `You have ${SAVED_SEARCHES_MAX} saved searches already; delete one first`);
  }),

  adminHandler(seeSavedSearch, async ({ query, body, signedIn }) => {
    requireDays(body);
    return known(await saved.see(signedIn.person.id, query.saved_search_id, body, nowMs()));
  }),

  adminHandler(deleteSavedSearch, async ({ query, signedIn }) => {
    known((await saved.remove(signedIn.person.id, query.saved_search_id)) || null);
    return null;
  }),
];

/** @throws AppError VALIDATION_ERROR for a day that no calendar has. */
function requireDays({ records_through: day }: SeenState): void {
  // `Date.parse` takes the 30th of February for the 2nd of March.
  if (day === null || (!Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day))) return;
  throw validationError([{ field: 'records_through', problem: 'must be a day of the calendar' }]);
}

function known<Found>(found: Found | null): Found {
  if (found !== null) return found;
  throw new AppError('NOT_FOUND', 'You have no such saved search');
}
