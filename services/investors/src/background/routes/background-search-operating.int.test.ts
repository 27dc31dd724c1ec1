import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLogger } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';

const lines: string[] = [];
const log = createLogger({
  name: 'investors',
  level: 'debug',
  destination: { write: (line) => void lines.push(line) },
});
const HOOK = 'https://hooks.example.com/in';
const SLOW_MS = 120_000;

/** Accepts searches and runs none. */
let door: InvestorsUnderTest;
/** Runs searches over the database of the first replica. */
let worker: InvestorsUnderTest | undefined;
beforeAll(async () => {
  door = await investorsUnderTest(undefined, { env: { PLAT_WORKERS: '0' } });
}, SLOW_MS);
afterAll(async () => {
  await worker?.close();
  await door?.close();
});

const metric = async (service: InvestorsUnderTest, name: string): Promise<string[]> => {
  const text = await (await service.get('/metrics')).text();
  return text.split('\n').filter((line) => line.startsWith(name));
};

test(
  'a replica without workers accepts searches and another finishes them; metrics and logs have no personal data',
  async () => {
    const headers = { 'x-request-id': 'request-of-the-caller' };
    const body = { address: 'the house', async: true, webhook_url: HOOK, webhook_secret: 'very-secret' };
    const accepted = await door.post(body, undefined, headers);
    expect(accepted.status).toBe(202);
    const { search_id: id } = (await accepted.json()) as { search_id: string };
    await Bun.sleep(1_000);
    expect((await door.get(`/v1/buyer-search?search_id=${id}`)).headers.get('x-search-status')).toBe('pending');
    const [oldest] = await metric(door, 'plat_searches_oldest_pending_seconds');
    expect(Number(oldest?.split(' ').at(-1))).toBeGreaterThanOrEqual(1);
    await eventually(
      () => metric(door, 'plat_jobs_waiting{kind="search.run"'),
      ([line]) => line?.endsWith(' 1') === true,
    );

    worker = await investorsUnderTest(null, { env: { DATABASE_URL: door.databaseUrl }, overrides: { log } });
    await eventually(
      async () => (await door.get(`/v1/buyer-search?search_id=${id}`)).headers.get('x-search-status'),
      (state) => state === 'completed',
    );
    // The search reports its end only after it is stored.
    const replica = worker;
    const ended = await eventually(
      () => metric(replica, 'plat_searches_ended_total'),
      ({ length }) => length > 0,
    );
    expect(ended).toEqual([
      'plat_searches_ended_total{api="v1",mode="background",outcome="completed",service="investors"} 1',
    ]);
    expect(await metric(door, 'plat_searches_oldest_pending_seconds')).toEqual([
      'plat_searches_oldest_pending_seconds{service="investors"} 0',
    ]);
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'search ended');
    expect(said).toMatchObject([
      { searchId: id, requestId: 'request-of-the-caller', keyId: 'k', api: 'v1', outcome: 'completed' },
    ]);
    for (const personal of ['very-secret', 'the house', 'Oakley', '6025550101', 'ada@example.com']) {
      expect(lines.join('')).not.toContain(personal);
    }
  },
  SLOW_MS,
);
