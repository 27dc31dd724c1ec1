import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { Sql } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import { openInvestorsDatabase } from '../../deps.ts';
import { exampleBuyer } from '../../search/domain/examples.fixture.ts';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import { CLAIM_MS, type LookupOutcome, type SkipTraceOptions } from '../domain/skip-trace.ts';
import { createSkipTraceCoordinator } from '../domain/skip-trace-coordinator.ts';
import type { Contact } from '../domain/suppression.ts';
import { createPostgresLookupStore } from './skiptraced-contacts.ts';

export const NEVER = new AbortController().signal;
export const NOW_MS = Date.parse('2026-06-30T12:00:00Z');
export const LONGER_THAN_A_CLAIM_MS = CLAIM_MS * 1.2;
export const RUTH: Contact = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: null,
  wireless: ['6025550101'],
  landline: [],
  email: [],
};
export const FOUND = { contact: RUTH, failed: false };
export const NOBODY = { contact: null, failed: false };
export const FAILED = { contact: null, failed: true };

let database: Awaited<ReturnType<typeof testDatabase>>;
export let sql: Sql;

/** Opens a database of its own for the tests of a file, and empties its tables after each test. */
export function useLookupDatabase(): void {
  beforeAll(async () => {
    database = await testDatabase();
    sql = await openInvestorsDatabase(database.url);
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await database?.close();
  });
  afterEach(async () => {
    await sql`delete from investors.skiptraced_contacts`;
    await sql`delete from investors.lookup_claims`;
  });
}
export const claims = async () => [...(await sql`select owner_key from investors.lookup_claims`)];

export const buyer = (name: string) => exampleBuyer({ name, nameKey: name, mailingZip: '85003' });
export const KNOWN = buyer('KNOWN LLC');
export const STRANGE = buyer('STRANGE LLC');
export const BROKEN = buyer('BROKEN LLC');

export type Lookup = (
  owners: readonly OwnerOnRecord[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Contact | null>>;
export const answerOf = (owners: readonly OwnerOnRecord[]) =>
  new Map(
    owners.flatMap(({ ownerKey, nameKey }) =>
      nameKey.startsWith('BROKEN') ? [] : [[ownerKey, nameKey.startsWith('KNOWN') ? RUTH : null] as const],
    ),
  );

/** The coordinator of one process over the database, and the owners that it asked the provider about. */
export function coordinatorOver(
  lookUp: Lookup = async (owners) => answerOf(owners),
  changes: Partial<SkipTraceOptions> = {},
) {
  const asked: string[][] = [];
  const outcomes: Partial<Record<LookupOutcome, number>> = {};
  const problems: string[] = [];
  const coordinator = createSkipTraceCoordinator({
    store: createPostgresLookupStore(sql),
    provider: {
      batchSize: 2,
      lookUp: (owners, signal) => {
        asked.push(owners.map(({ nameKey }) => nameKey));
        return lookUp(owners, signal);
      },
    },
    clock: { nowMs: () => NOW_MS },
    onOutcome: (outcome, owners) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + owners;
    },
    onProblem: (problem) => problems.push(problem),
    ...changes,
  });
  return { coordinator, asked, outcomes, problems };
}
