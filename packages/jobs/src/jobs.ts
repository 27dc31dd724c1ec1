import type { Sql, Transaction } from '@plat/db';
import type { Logger, Places } from '@plat/kit';
import {
  beginScope,
  costFields,
  currentRequestId,
  currentTraceparent,
  markFailed,
  newWork,
  runInScope,
  SpanKind,
  type Work,
} from '@plat/telemetry';
import { fromBunSql, PgBoss } from 'pg-boss';

/** Work of one kind that outlasts its request. Whatever dies, each job is done at least once or given up. */
export interface JobKind<Data extends object> {
  name: string;
  /** Jobs of this kind that one process works on at a time. */
  concurrency: number;
  /** Of these, jobs of one group; all of them unless given. */
  concurrencyPerGroup?: number;
  /** How often a job that failed, or whose process died, is begun anew. */
  retries: number;
  /** Before the first retry; it doubles from one to the next. */
  retryDelaySeconds: number;
  /** A job that runs longer has failed. */
  timeoutSeconds: number;
  /** Throws when the job failed. The signal aborts when its time is over or the process stops. */
  work(data: Data, signal: AbortSignal): Promise<void>;
  /** After the last retry failed; itself repeated until it returns. */
  giveUp(data: Data, signal: AbortSignal): Promise<void>;
}

/** Durable jobs in PostgreSQL. */
export interface Jobs {
  /**
   * Keeps a job in the transaction of what it is for.
   * @param startAfter not before this instant.
   * @param group what `concurrencyPerGroup` counts.
   */
  add(transaction: Transaction, kind: string, data: object, startAfter?: Date, group?: string): Promise<void>;
  /** Makes what jobs of these kinds are kept in: from then on every process can add them, also one that works on none. */
  // biome-ignore lint/suspicious/noExplicitAny: kinds of any data side by side
  prepare(kinds: readonly JobKind<any>[]): Promise<void>;
  /** Begins with the jobs of kinds that are prepared. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  work(kinds: readonly JobKind<any>[]): Promise<void>;
  /** Jobs that wait or run, by kind. */
  backlog(): Promise<Readonly<Record<string, number>>>;
  /** Lets running jobs end for so long; those that do not are begun anew elsewhere. */
  stop(timeoutMs: number): Promise<void>;
}

const SCHEMA = 'investors_jobs';
/** How soon a job whose process died is noticed: the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
const WATCH_SECONDS = 5;
/** Without a notification, such as of a retry that falls due; with one a job begins at once. */
const POLL_SECONDS = 2;
const IDLE_POLL_SECONDS = 30;
const KEEP_DONE_SECONDS = 24 * 3600;
const KEEP_WAITING_SECONDS = 30 * 24 * 3600;
const GIVE_UP_RETRIES = 1_000;
const GIVE_UP_RETRY_MAX_SECONDS = 300;

const givenUp = (kind: string): string => `${kind}.given-up`;

/** pg-boss on our own client: its adapter for Bun's client speaks to any client of that shape, as postgres.js is. */
const bossDatabase = (sql: Sql | Transaction) => fromBunSql(sql as unknown as BunClient);

type BunClient = Parameters<typeof fromBunSql>[0];

/** How pg-boss writes what is to be done whole or not at all. */
const SCRIPT = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * pg-boss sends whole scripts, from begin to commit, on a reserved connection. Here each is a transaction of our own
 * client: one that fails is rolled back. A reserved connection whose session ends is lost to the pool, and what is sent
 * on it later ends the process.
 */
function scriptsAsTransactions(sql: Sql): BunClient {
  const client = sql as unknown as BunClient;
  const run = (text: string) => {
    const script = SCRIPT.exec(text)?.[1];
    if (script === undefined) throw new Error(`pg-boss reserved a connection for what is no script: ${text}`);
    return sql.begin((tx) => tx.unsafe(script));
  };
  return {
    unsafe: (text, values) => client.unsafe(text, values),
    ...(client.listen === undefined ? {} : { listen: client.listen.bind(client) }),
    reserve: async () => ({ unsafe: async (text) => run(text), release: () => {} }),
  };
}

/** The request that caused a job; it travels in the job's own data, beside what the job is for. */
export interface JobCause {
  requestId: string;
  traceparent?: string;
}

type Caused<Data extends object> = Data & { cause?: JobCause };

/** The request that is being answered now. */
export function currentCause(): JobCause | undefined {
  const requestId = currentRequestId();
  if (requestId === undefined) return undefined;
  const traceparent = currentTraceparent();
  return { requestId, ...(traceparent === undefined ? {} : { traceparent }) };
}

function withCause(data: object): Caused<object> {
  const cause = currentCause();
  return cause === undefined ? data : { ...data, cause };
}

export interface JobObserver {
  /** Told of each run of a job: `failed` ones are repeated or given up. */
  onRun(kind: string, outcome: 'done' | 'failed', durationMs: number, work: Work): void;
  /** Gets what tells how many workers of this process a kind has, and how many work. */
  onEmploy(kind: string, places: () => Places): void;
}

/**
 * Runs a job as work of its own, under the id of the request that caused it, with one log line. In traces it is linked
 * to that request, which was answered long before.
 */
export async function runJob(
  {
    kind,
    cause,
    log,
    onRun,
  }: { kind: string; cause: JobCause | undefined; log: Logger; onRun: JobObserver['onRun'] | undefined },
  run: () => Promise<void>,
): Promise<void> {
  const work = newWork(cause?.requestId ?? crypto.randomUUID());
  const scope = beginScope(work, 'investors', () => ({
    name: `job ${kind}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'plat.request_id': work.requestId },
    origin: { traceparent: cause?.traceparent, as: 'link' },
  }));
  const traceId = scope.span?.isRecording() === true ? scope.span.spanContext().traceId : undefined;
  const startedMs = performance.now();
  const tell = (outcome: 'done' | 'failed', err?: unknown) => {
    scope.span?.end();
    const durationMs = Math.round((performance.now() - startedMs) * 100) / 100;
    onRun?.(kind, outcome, durationMs, work);
    const line = { requestId: work.requestId, job: kind, outcome, durationMs, traceId, ...costFields(work) };
    if (outcome === 'done') log.info(line, 'job');
    else log.warn({ ...line, err }, 'job');
  };
  try {
    await runInScope(scope, run);
  } catch (error) {
    if (scope.span !== undefined) markFailed(scope.span, error);
    tell('failed', error);
    throw error;
  }
  tell('done');
}

/** @param sql a pool whose role owns the schema of the jobs, or may create it. */
export async function openJobs(sql: Sql, log: Logger, observer?: JobObserver): Promise<Jobs> {
  const boss = new PgBoss({
    db: fromBunSql(scriptsAsTransactions(sql)),
    schema: SCHEMA,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'the job queue had a problem'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  await boss.start();
  const names: string[] = [];
  const watches: ReturnType<typeof setInterval>[] = [];

  // biome-ignore lint/suspicious/noExplicitAny: as in the interface
  async function prepareOne(kind: JobKind<any>): Promise<void> {
    const common = {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: kind.timeoutSeconds,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
      retentionSeconds: KEEP_WAITING_SECONDS,
      retryBackoff: true,
    };
    const giveUp = { retryLimit: GIVE_UP_RETRIES, retryDelay: 1, retryDelayMax: GIVE_UP_RETRY_MAX_SECONDS };
    const retries = { retryLimit: kind.retries, retryDelay: kind.retryDelaySeconds, deadLetter: givenUp(kind.name) };
    await queue(givenUp(kind.name), { ...common, ...giveUp });
    await queue(kind.name, { ...common, ...retries });
    names.push(kind.name, givenUp(kind.name));
  }

  async function queue(name: string, options: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }

  const crewOf = (queueName: string) => boss.getWipData().filter(({ name }) => name === queueName);

  /** Busy workers of a queue look for another job once they are done, and one that rests looks now. */
  function wake(queueName: string): void {
    const crew = crewOf(queueName);
    const resting = crew.find(({ count }) => count === 0);
    for (const worker of crew) if (worker.count > 0 || worker === resting) boss.notifyWorker(worker.id);
  }

  /**
   * A worker of pg-boss takes one job, then rests until its next poll. Here each that finds a job wakes the next, so
   * that all work while jobs wait; while none do, one at a time looks for those that fall due.
   */
  async function employ(
    queueName: string,
    workers: number,
    perGroup: number | undefined,
    work: JobKind<object>['work'],
  ): Promise<void> {
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: IDLE_POLL_SECONDS,
      localConcurrency: workers,
      ...(perGroup === undefined ? {} : { localGroupConcurrency: perGroup }),
    };
    await boss.work<Caused<object>>(queueName, options, async ([job]) => {
      wake(queueName);
      if (job === undefined) return;
      const { cause, ...data } = job.data;
      await runJob({ kind: queueName, cause, log, onRun: observer?.onRun }, () => work(data, job.signal));
    });
    observer?.onEmploy(queueName, () => ({
      ...{ most: workers, inUse: crewOf(queueName).filter(({ count }) => count > 0).length },
    }));
    watches.push(setInterval(() => wake(queueName), POLL_SECONDS * 1000));
  }

  return {
    add: async (transaction, kind, data, startAfter, group) => {
      const when = startAfter === undefined ? {} : { startAfter };
      const whose = group === undefined ? {} : { group: { id: group } };
      const id = await boss.send(kind, withCause(data), { db: bossDatabase(transaction), ...when, ...whose });
      if (id === null) throw new Error(`the job queue took no job ${kind}`);
    },
    prepare: async (kinds) => {
      for (const kind of kinds) await prepareOne(kind);
    },
    work: async (kinds) => {
      for (const kind of kinds) {
        await employ(kind.name, kind.concurrency, kind.concurrencyPerGroup, kind.work);
        await employ(givenUp(kind.name), 1, undefined, kind.giveUp);
      }
    },
    backlog: async () => {
      const queues = await boss.getQueues(names);
      return Object.fromEntries(queues.map(({ name, queuedCount, activeCount }) => [name, queuedCount + activeCount]));
    },
    stop: async (timeoutMs) => {
      for (const watch of watches.splice(0)) clearInterval(watch);
      await boss.stop({ graceful: timeoutMs > 0, timeout: timeoutMs, close: false });
    },
  };
}
