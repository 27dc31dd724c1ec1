import { loadavg } from 'node:os';
import { familyBytes, type MemoryGrowth, type MemorySample, memoryGrowth, residentBytes } from './memory.ts';
import { ANSWERS_OF_KIND, type Kind, mixedRequests, type Request } from './mixed-requests.ts';
import { closedLoad, maxThroughput, type Outcome, openLoad } from './open-load.ts';
import { type SoakedPlat, startSoakedPlat } from './soaked-plat.ts';

export interface SoakOptions {
  seconds: number;
  /** Requests per second; null uses a share of this machine's maximum. */
  perSecond: number | null;
  /** Parcels of the synthetic market. */
  parcels: number;
  tell(line: string): void;
}

/** PostgreSQL with its sessions, measured separately from its buffers, which fill up to their configured size. */
export type Measured = 'Plat' | 'PostgreSQL' | 'PostgreSQL, shared buffers';

export interface SoakResult {
  perSecond: number;
  seconds: number;
  outcomes: readonly Outcome<Kind>[];
  memory: Readonly<Record<Measured, MemoryGrowth>>;
  /** Accepted background searches, and those without a stored result or webhook. */
  accepted: number;
  unfinished: number;
  isUsageRight: boolean;
  /** One-minute load average of the machine, before and after. */
  loadAverages: readonly [string, string];
  /** Warnings and errors of Plat, most recent last. */
  complaints: string;
}

/** Leaves the machine room for the load generator and other work. */
const SHARE_OF_MAX = 0.4;
const LANES = 8;
const PROBE_SECONDS = 10;
const MEASUREMENTS = 5;
/** At a lower rate, a run of minutes has too few requests for a conclusion. */
const LOW_RATE_PER_SECOND = 10;
const SHORT_PROBE_SECONDS = 3;
const SHORT_SOAK_SECONDS = 60;
const SAMPLE_MS = 1_000;
/** Fewer, because adding up PostgreSQL's memory is expensive. */
const SAMPLES_PER_FAMILY = 2;
const SETTLED_WITHIN_MS = 60_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Caches, the compiler and minute limits reach their size within this share of a run. */
const WARM_UP_SHARE = 0.25;

/** Runs a mixed load at a steady rate against a separate Plat and measures the effects. */
export async function runSoak({ seconds, perSecond: wanted, parcels, tell }: SoakOptions): Promise<SoakResult> {
  tell(`creating a market of ${parcels} parcels`);
  const plat = await startSoakedPlat(parcels);
  try {
    const next = await mixedRequests(plat.sql, plat.webhookUrl);
    const accepted: string[] = [];
    const send = () => sendTo(plat, next(), accepted);
    const probeSeconds = seconds < SHORT_SOAK_SECONDS ? SHORT_PROBE_SECONDS : PROBE_SECONDS;
    await closedLoad(LANES, probeSeconds, send);
    const perSecond = wanted ?? (await shareOfMost(probeSeconds, send, tell));
    const loadBefore = loadAverage();
    tell(`${perSecond.toFixed(1)} requests per second for ${seconds} seconds; the load average is ${loadBefore}`);

    const watching = watchMemory(plat);
    const outcomes = await openLoad({ perSecond, seconds, send });
    const samples = await watching.stop();
    const unfinished = await untilSettled(plat, accepted);
    const warmUpMs = seconds * 1000 * WARM_UP_SHARE;
    return {
      perSecond,
      seconds,
      outcomes,
      unfinished,
      accepted: accepted.length,
      loadAverages: [loadBefore, loadAverage()],
      memory: {
        Plat: memoryGrowth(samples.Plat, warmUpMs),
        PostgreSQL: memoryGrowth(samples.PostgreSQL, warmUpMs),
        'PostgreSQL, shared buffers': memoryGrowth(samples['PostgreSQL, shared buffers'], warmUpMs),
      },
      isUsageRight: await plat.isUsageRight(),
      complaints: await plat.complaints(),
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await plat.complaints()}`, { cause: error });
  } finally {
    await plat.stop();
  }
}

const loadAverage = (): string => (loadavg()[0] ?? Number.NaN).toFixed(1);

async function shareOfMost(seconds: number, send: () => Promise<unknown>, tell: SoakOptions['tell']): Promise<number> {
  const { perSecond, looked } = await maxThroughput({ lanes: LANES, seconds, looks: MEASUREMENTS }, send);
  const share = perSecond * SHARE_OF_MAX;
  const seen = looked.map((one) => one.toFixed(0)).join(', ');
  tell(`maximum of this machine, measured several times: ${seen} requests per second; using 40 % of the median`);
  if (share < LOW_RATE_PER_SECOND) tell('this is low: the machine is busy with other work; free it or use --rate');
  return share;
}

async function sendTo(
  { url, customers }: SoakedPlat,
  { kind, method, path, body }: Request,
  accepted: string[],
): Promise<{ kind: Kind; error: string | null }> {
  const customer = customers[Math.floor(Math.random() * customers.length)]!;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...customer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const answer = (await response.json()) as { search_id?: string; code?: string; error?: string };
    if (response.status === 202 && answer.search_id !== undefined) accepted.push(answer.search_id);
    if (response.ok || ANSWERS_OF_KIND[kind]?.includes(answer.code ?? '')) return { kind, error: null };
    return { kind, error: `${response.status} ${answer.code}: ${answer.error}` };
  } catch (error) {
    return { kind, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function watchMemory({ pids }: SoakedPlat) {
  const samples: Record<Measured, MemorySample[]> = { Plat: [], PostgreSQL: [], 'PostgreSQL, shared buffers': [] };
  const startMs = performance.now();
  const add = (name: Measured, bytes: number | null | undefined) => {
    if (bytes == null) throw new Error(`${name} has ended`);
    samples[name].push({ atMs: performance.now() - startMs, bytes });
  };
  let isStopped = false;
  const watching = (async () => {
    for (let count = 0; !isStopped; count++) {
      add('Plat', await residentBytes(pids.plat));
      if (count % SAMPLES_PER_FAMILY === 0) {
        const family = await familyBytes(pids.postgres);
        add('PostgreSQL', family?.own);
        add('PostgreSQL, shared buffers', family?.shared);
      }
      await Bun.sleep(SAMPLE_MS);
    }
  })();
  // Reported later, when it is awaited.
  watching.catch(() => {});
  return {
    stop: async () => {
      isStopped = true;
      await watching;
      return samples;
    },
  };
}

/** Waits until every accepted search has ended and sent its webhook. @returns the number that has not after a while. */
async function untilSettled({ sql, notified }: SoakedPlat, accepted: readonly string[]): Promise<number> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const rows = await sql<{ id: string }[]>`
      select id from investors.searches where id = any(${accepted as string[]}) and status = 'completed'`;
    const completed = new Set(rows.map(({ id }) => id));
    const open = accepted.filter((id) => !completed.has(id) || !notified.has(id));
    if (open.length === 0 || performance.now() > untilMs) return open.length;
    await Bun.sleep(200);
  }
}
