import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { eventually } from '@plat/test-kit';
import { INTERNAL_SECRET, OTHER, webhooksUnderTest } from '../webhooks-under-test.fixture.ts';

const WORKER = join(import.meta.dir, 'webhook-worker.fixture.ts');
const SOON_MS = 90_000;

const service = webhooksUnderTest({ workers: 0 });
const workers: Bun.Subprocess<'ignore', 'pipe', 'inherit'>[] = [];
const callsOf = (searchId: string) => service.receiver.calls.filter(({ body }) => body.includes(searchId));

async function startWorker() {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: service.database.url,
    PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_ACCOUNTS_URL: 'http://accounts.internal',
    CA: service.receiver.ca,
  };
  const worker = Bun.spawn([process.execPath, WORKER], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  workers.push(worker);
  await worker.stdout.getReader().read();
  return worker;
}

afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(workers.splice(0).map(({ exited }) => exited));
});

test(
  'a delivery whose process is killed during the call is repeated under the same webhook-id',
  async () => {
    const first = await startWorker();
    const searchId = await service.searchEnds('/hang', { as: OTHER });
    await eventually(
      async () => callsOf(searchId).length,
      (calls) => calls === 1,
    );
    first.kill('SIGKILL');
    await service.database.sql`
      update investors.webhook_deliveries set url = ${service.receiver.url()} where search_id = ${searchId}`;
    await startWorker();
    const [delivery] = await service.deliveries(searchId, ([one]) => one?.status === 'delivered', {
      as: OTHER,
      timeoutMs: SOON_MS,
    });
    const calls = callsOf(searchId);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([`msg_${delivery?.delivery_id}`]),
    );
    expect(delivery?.attempts).toHaveLength(1);
  },
  SOON_MS * 2,
);

test(
  'two replicas never make the same attempt, even after a third one died',
  async () => {
    const doomed = await startWorker();
    const searches = await Promise.all(Array.from({ length: 60 }, () => service.searchEnds('/hook')));
    await startWorker();
    await startWorker();
    doomed.kill('SIGKILL');
    const calledOnce = async () => searches.filter((searchId) => callsOf(searchId).length > 0).length;
    await eventually(calledOnce, (called) => called === searches.length, SOON_MS);
    const { sql } = service.database;
    await eventually(
      async () => (await sql`select 1 from investors.webhook_deliveries where status = 'pending'`).length,
      (pending) => pending === 0,
      SOON_MS,
    );
    const [logged] = await sql<{ attempts: number }[]>`
      select count(*)::int as attempts from investors.webhook_attempts a
      join investors.webhook_deliveries d on d.id = a.delivery_id where d.search_id = any(${searches})`;
    expect(logged?.attempts).toBe(searches.length);
    const repeated = searches.filter((searchId) => callsOf(searchId).length > 1).length;
    // Only the running calls of the killed replica, at most its limit for one company.
    expect(repeated).toBeLessThanOrEqual(4);
  },
  SOON_MS * 2,
);
