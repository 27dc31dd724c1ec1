import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { insertCompany, insertEndUser, insertKey, NOW_MS, setLimit, usageDatabase } from './usage.fixture.ts';

const KILLS = 4;
const UNLIMITED = 1_000_000;
const SLOW_MS = 120_000;

let database: Awaited<ReturnType<typeof usageDatabase>>;
beforeAll(async () => {
  database = await usageDatabase();
}, SLOW_MS);
afterAll(() => database.close());

interface Said {
  asked?: string[];
  counted?: string[];
  released?: string;
}

/** Runs a ledger process until it printed this many lines, then kills it. */
async function workUntilKilled(words: string[], lines: number): Promise<Said[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'kill.fixture.ts'), ...words], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  let wasKilled = false;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (!wasKilled && text.split('\n').length > lines) {
      wasKilled = true;
      child.kill('SIGKILL');
    }
  }
  await child.exited;
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Said);
}

test(
  'a process killed at any moment leaves every answered count in the ledger once, and consistent counters',
  async () => {
    const { sql } = database;
    const store = database.store();
    const companyId = await insertCompany(sql);
    const keyId = await insertKey(sql, companyId, 'subscriber');
    const endUserKeyId = await insertKey(sql, companyId, 'enterprise');
    await setLimit(sql, companyId, 'buyer_search', { customLimit: UNLIMITED });
    await insertEndUser(sql, endUserKeyId, 'agent', [UNLIMITED]);
    const sessions = async () => {
      const rows = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'plat-usage-ledger'`;
      return rows.map(({ pid }) => pid);
    };
    await store.verify();
    const said: Said[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const ours = await sessions();
      said.push(...(await workUntilKilled([database.url, keyId, endUserKeyId, `run-${kill}`], 40 + 37 * kill)));
      // The server notices a dead client at its next response; open statements end by themselves.
      while ((await sessions()).some((pid) => !ours.includes(pid))) await Bun.sleep(5);
      expect(await store.verify()).toMatchObject({ differences: [], countedButOpen: [] });
    }
    const asked = new Set(said.flatMap((one) => one.asked ?? []));
    const answered = said.flatMap((one) => one.counted ?? []);
    const released = new Set(said.flatMap((one) => one.released ?? []));
    const events = await sql<{ id: string }[]>`select event_id as id from accounts.usage_ledger`;
    const ledger = new Set(events.map(({ id }) => id));
    expect(answered.length).toBeGreaterThan(KILLS);
    expect(answered.filter((id) => !ledger.has(id))).toEqual([]);
    expect([...ledger].filter((id) => !asked.has(id) || released.has(id))).toEqual([]);
    // Unanswered counts are only those in flight in the six lanes when a process died.
    expect(ledger.size - answered.length).toBeLessThanOrEqual(KILLS * 6 * 2);

    expect(await store.rebuild()).toEqual([]);
    const { reservations } = await store.verify();
    expect(reservations).toBeGreaterThan(0);
    await store.dropLapsed(NOW_MS + 3_600_000);
    expect(await store.verify()).toMatchObject({ reservations: 0, events: ledger.size, differences: [] });
  },
  SLOW_MS,
);
