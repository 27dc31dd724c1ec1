import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createApiUser, createApiUserSubscription, createKey, createPlan } from '@plat/accounts/operator';
import { connect, type Sql, startEmbeddedPostgres } from '@plat/db';
import { createMemoryKeyEpochs } from '@plat/limits';
import { importMarket } from '@plat/pipeline';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { AS_OF } from '../generated-deals.ts';

const MAIN = join(import.meta.dir, '..', '..', '..', '..', 'services', 'cli', 'src', 'main.ts');
const CUSTOMERS = 4;
const OPERATOR = 'operator:soak';
const ALLOWANCE = 1_000_000_000;
/** The maximum limit of a key. */
const REQUESTS_PER_MINUTE = 100_000;

/** A whole Plat with a synthetic market, customers whose requests count, and a receiver of their webhooks. */
export interface SoakedPlat {
  url: string;
  sql: Sql;
  /** Plat, which is one process, and its PostgreSQL. */
  pids: { plat: number; postgres: number };
  /** Headers of each customer, an end user of an enterprise key. */
  customers: readonly Record<string, string>[];
  webhookUrl: string;
  /** Ids of the searches whose webhook arrived. */
  notified: ReadonlySet<string>;
  /** True when every counter agrees with the ledger and no reservation remains. */
  isUsageRight(): Promise<boolean>;
  /** Warnings and errors of Plat, most recent last. */
  complaints(): Promise<string>;
  stop(): Promise<void>;
}

/** @returns the headers of each customer: a key and its end user, on a plan that a soak does not use up. */
async function createCustomers(
  operator: Awaited<ReturnType<typeof openOperatorAccounts>>,
): Promise<Record<string, string>[]> {
  await createPlan(operator, OPERATOR, {
    plan_id: 'soak',
    plan_name: 'Soak',
    monthly_price_usd: 49,
    autocomplete_limit: ALLOWANCE,
    analytics_search_limit: ALLOWANCE,
    buyer_search_limit: ALLOWANCE,
    investor_comps_limit: ALLOWANCE,
    retail_comps_limit: ALLOWANCE,
    linked_deals_limit: ALLOWANCE,
  });
  const customers: Record<string, string>[] = [];
  for (let made = 0; made < CUSTOMERS; made++) {
    const { record, key } = await createKey(operator, OPERATOR, {
      kind: 'enterprise',
      name: `soak ${made}`,
      rateLimit: REQUESTS_PER_MINUTE,
      planIds: ['soak'],
    });
    await createApiUser(operator, OPERATOR, record.id, { user_id: 'agent', active: true });
    await createApiUserSubscription(operator, OPERATOR, record.id, { user_id: 'agent', plan_id: 'soak' });
    customers.push({ 'x-api-key': key, 'x-user-id': 'agent' });
  }
  return customers;
}

/** Starts everything in a temporary folder, which `stop` removes. */
export async function startSoakedPlat(parcels: number): Promise<SoakedPlat> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-soak-'));
  // Otherwise the server, which must not run as root, would keep its files elsewhere.
  chmodSync(folder, 0o755);
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  // An interrupted soak must not leave its servers behind.
  const onSignal = () => void stop().then(() => process.exit(1));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const stop = async () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const server = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), log: () => {} });
    closers.push(server.close);
    const sql = connect(server.url, { applicationName: 'plat-soak', maxConnections: 2, statementTimeoutMs: 0 });
    closers.push(() => sql.end({ timeout: 5 }));
    const notified = new Set<string>();
    const receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        notified.add(((await request.json()) as { search_id: string }).search_id);
        return new Response('ok');
      },
    });
    closers.push(() => receiver.stop(true));

    const log = Bun.file(join(folder, 'plat.log'));
    const env = {
      // Not production mode: webhooks go to this machine, and every response is checked against its contract.
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      DATABASE_URL: server.url,
      PLAT_HOME: join(folder, 'home'),
      PLAT_LOG_LEVEL: 'error',
      PLAT_EGRESS_ALLOW_LOOPBACK: 'true',
    };
    // Its customers have live keys, which read imported records only.
    await importGenerated(sql, folder, parcels);
    const flags = ['--port', '0', '--market', 'none', '--as-of', AS_OF, '--json'];
    const plat = Bun.spawn([process.execPath, MAIN, 'start', ...flags], { env, stdout: 'pipe', stderr: log });
    closers.push(async () => {
      plat.kill('SIGTERM');
      await plat.exited;
    });
    const complaints = async () => {
      const ended = plat.exitCode ?? plat.signalCode;
      const said = (await log.text()).trim().split('\n').slice(-20);
      return [...said, ...(ended === null ? [] : [`Plat has exited: ${ended}`])].join('\n');
    };
    const { url } = JSON.parse(await firstLine(plat.stdout, complaints)) as { url?: string };
    if (url === undefined) throw new Error(`Plat did not start:\n${await complaints()}`);
    const operator = await openOperatorAccounts(server.url, createMemoryKeyEpochs());
    closers.push(operator.close);
    const customers = await createCustomers(operator);
    const [row] = await sql<{ pid: number }[]>`
      select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`;
    return {
      url,
      sql,
      customers,
      notified,
      complaints,
      stop,
      pids: { plat: plat.pid, postgres: row!.pid },
      webhookUrl: `http://127.0.0.1:${receiver.port}/hook`,
      isUsageRight: async () => {
        const { differences, countedButOpen, reservations } = await operator.ledger.verify();
        return differences.length === 0 && countedButOpen.length === 0 && reservations === 0;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Imports a generated market as live records, so that requests with live keys find results and count. */
async function importGenerated(sql: Sql, folder: string, parcels: number): Promise<void> {
  const directory = join(folder, 'files');
  await writeSampleMarket({ directory, asOf: AS_OF, parcels });
  const source = { kind: 'canonical' } as const;
  await importMarket({ home: join(folder, 'home'), sql, source, files: [directory], asOf: AS_OF });
}

async function firstLine(stream: ReadableStream<Uint8Array>, complaints: () => Promise<string>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (let text = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Plat did not start:\n${await complaints()}`);
    text += decoder.decode(value, { stream: true });
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
}
