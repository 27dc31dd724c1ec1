import { createAccountsApp } from '@plat/accounts';
import { createAccountsDeps } from '@plat/accounts/deps';
import { commitUsage, reserveUsage } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { createServiceClient, hostTableTransport, type Principal } from '@plat/kit';
import { type Benchmark, percentile, type Result } from './benchmark.ts';
import { startPrivateServer } from './private-server.ts';

const BATCHES = [1, 50, 500] as const;
const SECONDS = 4;
/** Batches in flight at a time, such as two from each of three gateways. */
const LANES = 6;
const HOLD_MS = 60_000;
const UNLIMITED = 2_000_000_000;
const GATEWAY: Principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' };
const GOALS: Readonly<Record<(typeof BATCHES)[number], number>> = { 1: 0.5, 50: 10, 500: 10 };

/** Runs lanes for a while. @returns number of counts per second made by `work`. */
async function rate(lanes: number, work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const lane = async () => {
    let done = 0;
    while (performance.now() < until) done += await work();
    return done;
  };
  const done = await Promise.all(Array.from({ length: lanes }, lane));
  return (done.reduce((sum, one) => sum + one, 0) * 1000) / (performance.now() - started);
}

/** Minimum cost of counting: one durable statement per request, on the row of one hot key. */
async function bareUpdates(sql: Sql): Promise<number> {
  await sql`create table bare_counter (id int primary key, used int not null)`;
  await sql`insert into bare_counter values (1, 0)`;
  return rate(LANES, async () => {
    await sql`update bare_counter set used = used + 1 where id = 1`;
    return 1;
  });
}

/** Creates a subscriber key of a company with an unreachable limit. @returns its id. */
async function hotKey(sql: Sql): Promise<string> {
  const [company] = await sql<{ id: string }[]>`
    insert into accounts.companies (name, subscription) values ('Hot', 'active') returning id`;
  await sql`
    insert into accounts.company_limits (company_id, endpoint, custom_limit)
    values (${company!.id}, 'buyer_search', ${UNLIMITED})`;
  const [key] = await sql<{ id: string }[]>`
    insert into accounts.api_keys (company_id, kind, name, rate_limit)
    values (${company!.id}, 'subscriber', 'Hot', 1000) returning id`;
  return key!.id;
}

export const usageLedger: Benchmark = {
  name: 'usage',
  async run(_, tell) {
    const server = await startPrivateServer({ isDurable: true });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the usage ledger benchmark.');
      return [];
    }
    // As in production: tests check the contract of responses, the server does not.
    Bun.env.NODE_ENV = 'production';
    const { deps, close } = await createAccountsDeps({
      DATABASE_URL: server.url,
      PLAT_INTERNAL_SECRET: 'a secret of at least thirty-two bytes',
      PLAT_LOG_LEVEL: 'silent',
    });
    try {
      const app = createAccountsApp(deps);
      const client = createServiceClient({
        transport: hostTableTransport(new Map([['accounts.internal', async (request) => app.handle(request)]])),
        tokens: deps.tokens,
      });
      const keyId = await hotKey(server.sql);
      const latencies = { reserve: [] as number[], commit: [] as number[] };
      const call = { principal: GATEWAY, requestId: 'bench' };
      const batch = async (size: number): Promise<number> => {
        const reservations = Array.from({ length: size }, () => ({
          reservation_id: crypto.randomUUID(),
          expires_at: new Date(Date.now() + HOLD_MS).toISOString(),
          key_id: keyId,
          user_id: null,
          endpoint: 'buyer_search' as const,
          counted_thing: { kind: 'property' as const, value: crypto.randomUUID() },
        }));
        const asked = performance.now();
        const { answers } = await client.call(reserveUsage, { body: { reservations }, ...call });
        const reserved = performance.now();
        const commits = reservations.map(({ reservation_id }) => ({ reservation_id, skiptraced: true }));
        const { answers: counted } = await client.call(commitUsage, { body: { commits }, ...call });
        latencies.reserve.push(reserved - asked);
        latencies.commit.push(performance.now() - reserved);
        const held = answers.filter(({ outcome }) => outcome === 'granted').length;
        return held + counted.filter(({ outcome }) => outcome === 'counted').length;
      };
      const p50 = () => {
        const [reserve, commit] = [percentile(latencies.reserve, 0.5), percentile(latencies.commit, 0.5)];
        latencies.reserve = [];
        latencies.commit = [];
        return `p50 of a batch ${reserve.toFixed(1)} ms to reserve, ${commit.toFixed(1)} ms to commit`;
      };
      await rate(1, () => batch(1));
      p50();
      await rate(1, () => batch(1));
      tell(`  batches of 1, one at a time: ${p50()}`);
      const bare = await bareUpdates(server.sql);
      const results: Result[] = [];
      const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
      for (const size of BATCHES) {
        const ours = await rate(LANES, () => batch(size));
        tell(`  batches of ${size}, ${LANES} at a time: ${whole.format(ours)}/s, ${p50()}`);
        results.push({
          what: `reservations and commits on one hot allowance in batches of ${size}, against bare counter updates`,
          figures: `${whole.format(ours)}/s / ${whole.format(bare)}/s`,
          ratio: ours / bare,
          goal: { atLeast: GOALS[size] },
        });
      }
      const { events, differences } = await deps.ledger.verify();
      if (differences.length > 0) throw new Error(`${differences.length} counters differ from ${events} events`);
      return results;
    } finally {
      await close();
      await server.stop();
    }
  },
};
