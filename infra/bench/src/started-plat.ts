import { join } from 'node:path';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createCompany, createKey, setCompanyLimit } from '@plat/accounts/operator';
import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '@plat/accounts/terms';
import { METERED_ENDPOINT_NAMES } from '@plat/contracts';
import { createMemoryKeyEpochs } from '@plat/limits';

const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');
const OPERATOR = 'operator:bench';
const COMPANY = 'Bench';
const KEYS = 8;

/** A Plat started as operators do, in its own process. */
export interface StartedPlat {
  url: string;
  keys: string[];
  /** Milliseconds of CPU used by its process, which are reliable on a busy machine too. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts all services over a database with published live records, and creates live keys. Logs go to a file. */
export async function startPlat(
  databaseUrl: string,
  folder: string,
  flags: readonly string[] = [],
): Promise<StartedPlat> {
  const home = join(folder, 'home');
  const log = Bun.file(join(folder, 'plat.log'));
  const env = { ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: '', PLAT_HOME: home };
  const plat = Bun.spawn([process.execPath, MAIN, 'start', '--port', '0', '--market', 'none', '--json', ...flags], {
    env,
    stdout: 'pipe',
    stderr: log,
  });
  const stop = async () => {
    plat.kill('SIGTERM');
    await plat.exited;
  };
  const first = await firstLine(plat.stdout);
  if (first === '') {
    await stop();
    throw new Error(`Plat did not start:\n${await log.text()}`);
  }
  const { url } = JSON.parse(first) as { url: string };
  const keys = await createLiveKeys(databaseUrl).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, keys, cpuMs: () => cpuMsOf(plat.pid), stop };
}

/** Keys that read live records, as customers' keys do. Their requests count, so each has the maximum limit. */
async function createLiveKeys(databaseUrl: string): Promise<string[]> {
  const accounts = await openOperatorAccounts(databaseUrl, createMemoryKeyEpochs());
  try {
    await createCompany(accounts, OPERATOR, { name: COMPANY, subscription: 'active' });
    for (const endpoint of METERED_ENDPOINT_NAMES) {
      await setCompanyLimit(accounts, OPERATOR, COMPANY, { endpoint, customLimit: MAX_MONTHLY_LIMIT });
    }
    const keys: string[] = [];
    for (let at = 0; at < KEYS; at++) {
      const terms = { kind: 'subscriber', name: `bench ${at}`, companyName: COMPANY, rateLimit: MAX_RATE_LIMIT };
      keys.push((await createKey(accounts, OPERATOR, terms)).key);
    }
    return keys;
  } finally {
    await accounts.close();
  }
}

const TICKS_PER_SECOND = 100;

/** User and system time of a process, fields 14 and 15 of Linux's /proc/PID/stat. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const [, user, system] = /^\d+ \(.*\) \S(?: \S+){10} (\d+) (\d+)/.exec(stat) ?? [];
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1000;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  return '';
}
