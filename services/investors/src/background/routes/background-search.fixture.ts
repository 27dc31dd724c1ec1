import { afterAll, afterEach, beforeAll, expect } from 'bun:test';
import type { BuyerSearchItem } from '@plat/contracts';
import { RESERVATION_HEADER } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';

export let service: InvestorsUnderTest;

/** Starts a service for the tests of a file. */
export function useService(): void {
  beforeAll(async () => {
    service = await investorsUnderTest();
  }, 60_000);
  afterAll(() => service?.close());
  afterEach(() => {
    service.ledger.before = async () => {};
  });
}

export const HERE = { address: 'the house' };
export const HOOK = 'https://hooks.example.com/in';
export const SLOW_MS = 60_000;

export const reserved = () => ({ [RESERVATION_HEADER]: crypto.randomUUID() });
export const reservationOf = (headers: Record<string, string>) => headers[RESERVATION_HEADER] ?? '';

/** Accepts a search. @returns its id. */
export async function accept(body: object = HERE, headers: Record<string, string> = {}): Promise<string> {
  const accepted = await service.post({ ...body, async: true }, undefined, headers);
  expect(accepted.status).toBe(202);
  return ((await accepted.json()) as { search_id: string }).search_id;
}
export const fetched = (id: string, principal = {}) => service.get(`/v1/buyer-search?search_id=${id}`, principal);
export const statusOf = async (id: string) =>
  (await service.get(`/v1/buyer-search/status?search_id=${id}`)).json() as Promise<Record<string, unknown>>;
export const ended = (id: string) =>
  eventually(
    () => statusOf(id),
    ({ status }) => status !== 'pending',
    SLOW_MS,
  );
/** Accepts a search and waits for its end. */
export async function run(body: object = HERE, headers: Record<string, string> = {}) {
  const id = await accept(body, headers);
  return { id, status: await ended(id) };
}
export const buyersOf = async (id: string, principal = {}) =>
  (await (await fetched(id, principal)).json()) as BuyerSearchItem[];
export const searches = async () => (await service.sql`select from investors.searches`).count;
export const newsOf = (id: string) =>
  service.sql<{ event: string; url: string }[]>`
    select event, url from investors.webhook_deliveries where search_id = ${id}`;
export const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

/** Runs `work` while no statement can use a table. */
export async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const blocker = service.sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  try {
    return await work();
  } finally {
    release.resolve();
    await blocker;
  }
}
