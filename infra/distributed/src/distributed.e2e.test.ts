import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandLines, startCommandLines } from '@plat/cli/command-lines';
import { startTestIssuer, type TestIssuer } from '@plat/openid/testing';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { keepOutput } from '@plat/test-kit';
import { fuzzEveryEndpoint } from '@plat/tests/fuzz';
import { endToEndJourneys } from '@plat/tests/journeys';
import { MARKET, runCommand } from '@plat/tests/platform';
import { tenantIsolation } from '@plat/tests/tenant-isolation';
import { missingPrograms } from './distributed-plat.ts';
import { readLines } from './process.ts';

const MAIN = join(import.meta.dir, 'main.ts');
const START_MS = 240_000;
const SLOW_MS = 60_000;
/** Clients that send one request after another. */
const ASKING = 4;
/** Minimum number of responses before and after a gateway fails. */
const ANSWERS = 20;
/** Cases per endpoint; the run against one process has more. */
const FUZZ_CASES = Number(process.env.PLAT_FUZZ_CASES ?? 20);
const ERROR = /"level":"(?:error|fatal)"/;

const missing = missingPrograms();
if (missing.length > 0) console.log(`skipped: Plat as services needs ${missing.join(' and ')}`);

interface Running {
  url: string;
  databaseUrl: string;
  replicas: { service: string; url: string; pid: number }[];
  operator: { command: string[]; environment: Record<string, string>; directory: string };
}

/** Runs docker-compose.yml as processes that end with this one. */
describe.skipIf(missing.length > 0)('Plat as services', () => {
  let issuer: TestIssuer;
  let keeper: Bun.Subprocess<'pipe', 'pipe', 'pipe'>;
  /** Output of all processes, each line with the name of its process. */
  const said: string[] = [];
  let running: Running;
  let commands: CommandLines;
  const plat = (...words: string[]) => commands.platJson(...words);
  const gateways = () => running.replicas.filter(({ service }) => service === 'gateway');

  beforeAll(async () => {
    issuer = await startTestIssuer(Date.now);
    keeper = Bun.spawn([process.execPath, MAIN, '--json'], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        PLAT_LOG_LEVEL: 'debug',
        PLAT_OIDC_ISSUER: issuer.url,
        PLAT_OIDC_AUDIENCE: issuer.audience,
        PLAT_AUTOMATION_SIGN_UP: 'true',
        PLAT_EGRESS_ALLOW_LOOPBACK: 'true',
        PLAT_AS_OF: MARKET.asOf,
      },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    void readLines(keeper.stderr, (line) => {
      said.push(line);
      keepOutput([line]);
    });
    running = JSON.parse(await firstLine(keeper.stdout, said));
    const { command, environment, directory } = running.operator;
    // Live keys read imported records only, so the generated files are imported like a county's.
    await withGeneratedFiles((files) =>
      runCommand([...command, 'import', 'canonical', files, '--as-of', MARKET.asOf], environment, directory),
    );
    commands = startCommandLines(environment.DATABASE_URL!, environment);
  }, START_MS);
  afterAll(async () => {
    await commands?.close();
    keeper?.stdin.end();
    await keeper?.exited;
    await issuer?.close();
  }, START_MS);

  test('is one process for every service and three gateways behind a proxy', async () => {
    const services = running.replicas.map(({ service }) => service).sort();
    expect(services).toEqual([
      ...['accounts', 'analytics', 'automation', 'gateway', 'gateway', 'gateway', 'geo', 'investors', 'proxy'],
      'valuation',
    ]);
    expect(new Set(running.replicas.map(({ pid }) => pid)).size).toBe(services.length);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
  });

  const platform = () => ({
    url: running.url,
    plat,
    idToken: (uid: string, email: string) => issuer.token({ sub: uid, email }),
  });
  endToEndJourneys(platform);

  test("exposes operators' endpoints inside only", async () => {
    for (const path of ['/metrics', '/ready']) expect((await fetch(`${running.url}${path}`)).status).toBe(404);
    for (let i = 0; i < 9; i++) await fetch(`${running.url}/v1/autocomplete`, { method: 'POST' });
    const metrics = gateways().map(async ({ url }) => (await fetch(`${url}/metrics`)).text());
    // The proxy spreads the requests, and each gateway has Redis.
    for (const text of await Promise.all(metrics)) {
      expect(text).toContain('route="/v1/autocomplete"');
      expect(text).toMatch(/^plat_minute_limits_shared\{[^}]*\} 1$/m);
    }
  });

  test(
    'keeps serving everybody while one gateway is stopped and another is killed',
    async () => {
      const { key } = await plat('key', 'create', '--kind', 'subscriber', '--name', 'CRM', '--rate-limit', '100000');
      const ask = async () => {
        const response = await fetch(`${running.url}/v1/autocomplete`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ search_string: 'Phoenix' }),
        });
        return response.status;
      };
      const [first, second] = gateways();
      const statuses: number[] = [];
      let isAsking = true;
      const asking = Array.from({ length: ASKING }, async () => {
        while (isAsking) statuses.push(await ask());
      });
      const goOn = async (ms: number) => {
        const before = statuses.length;
        await Bun.sleep(ms);
        while (statuses.length < before + ANSWERS) await Bun.sleep(20);
      };
      await goOn(300);
      process.kill(first!.pid, 'SIGTERM');
      await goOn(1_500);
      const beforeTheKill = statuses.length;
      process.kill(second!.pid, 'SIGKILL');
      await goOn(1_500);
      isAsking = false;
      await Promise.all(asking);
      const lost = (some: readonly number[]) => some.filter((status) => status !== 200).length;
      // A connection that arrives as the listener closes is reset before its request is read; at most one.
      expect(lost(statuses.slice(0, beforeTheKill))).toBeLessThanOrEqual(1);
      // Requests in flight at the killed gateway are lost: at most one per client.
      expect(lost(statuses.slice(beforeTheKill))).toBeLessThanOrEqual(ASKING);
      expect((await Promise.all(Array.from({ length: 12 }, ask))).every((status) => status === 200)).toBe(true);
    },
    SLOW_MS,
  );

  // Each service has its own role; a missing right would appear here as an internal error.
  tenantIsolation(platform);
  fuzzEveryEndpoint(platform, { cases: FUZZ_CASES, errors: () => said.filter((line) => ERROR.test(line)) });

  test('gives each service only the database rights it needs', async () => {
    const { databaseUrl } = running;
    const sql = new Bun.SQL(databaseUrl);
    const sessions: { app: string; role: string }[] = await sql`
      select distinct application_name as app, usename as role from pg_stat_activity
      where application_name like 'plat-%' and application_name <> 'plat-lease'`;
    await sql.end();
    for (const service of ['accounts', 'geo', 'investors']) {
      expect(sessions).toContainEqual({ app: `plat-${service}`, role: `plat_${service}` });
    }
    expect(sessions.map(({ role }) => role)).not.toContain('plat');
  });
});

/** Generates the canonical files of `MARKET` in a temporary folder, which is removed afterwards. */
async function withGeneratedFiles(use: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-distributed-files-'));
  try {
    await writeSampleMarket({ directory: folder, ...MARKET });
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>, said: readonly string[]): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Plat as services did not start:\n${said.slice(-20).join('\n')}`);
    text += value;
  }
  reader.releaseLock();
  return text.split('\n')[0] ?? '';
}
