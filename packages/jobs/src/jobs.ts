import type { Sql, Transaction } from '@plat/db';
import type { Capacity, Logger } from '@plat/kit';
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

/** Background work of one kind. Whatever crashes, each job finishes at least once or is given up. */
export interface JobKind<Data extends object> {
  name: string;
  /** Maximum number of jobs of this kind that one process runs in parallel. */
  concurrency: number;
  /** Maximum of these for one group; unlimited by default. */
  concurrencyPerGroup?: number;
  /** Number of retries after a failure or a crash of the process. */
  retries: number;
  /** Delay before the first retry; it doubles with each retry. */
  retryDelaySeconds: number;
  /** A job that runs longer than this fails. */
  timeoutSeconds: number;
  /** Throws when the job failed. The signal aborts on timeout or when the process stops. */
  work(data: Data, signal: AbortSignal): Promise<void>;
  /** Called after the last retry failed, and repeated until it returns. */
  giveUp(data: Data, signal: AbortSignal): Promise<void>;
}

/** A durable job queue in PostgreSQL. */
export interface Jobs {
  /**
   * Adds a job in the caller's transaction.
   * @param startAfter earliest start time.
   * @param group the group that `concurrencyPerGroup` limits.
   */
  add(transaction: Transaction, kind: string, data: object, startAfter?: Date, group?: string): Promise<void>;
  /** Creates the queues of these kinds. Afterwards every process can add jobs, even one without workers. */
  // biome-ignore lint/suspicious/noExplicitAny: kinds of any data side by side
  prepare(kinds: readonly JobKind<any>[]): Promise<void>;
  /** Starts workers for kinds that are prepared. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  work(kinds: readonly JobKind<any>[]): Promise<void>;
  /** Waiting and running jobs by kind. */
  backlog(): Promise<Readonly<Record<string, number>>>;
  /** Gives running jobs `timeoutMs` to finish. Other processes retry those that do not. */
  stop(timeoutMs: number): Promise<void>;
}

const SCHEMA = 'investors_jobs';
/** Delay before a crashed process is noticed; the minimum of pg-boss. */
const HEARTBEAT_SECONDS = 10;
const WATCH_SECONDS = 5;
/** Delay without a notification, for example before a due retry. A notified job starts at once. */
const POLL_SECONDS = 2;
const IDLE_POLL_SECONDS = 30;
const KEEP_DONE_SECONDS = 24 * 3600;
const KEEP_WAITING_SECONDS = 30 * 24 * 3600;
const GIVE_UP_RETRIES = 1_000;
const GIVE_UP_RETRY_MAX_SECONDS = 300;

const givenUp = (kind: string): string => `${kind}.given-up`;

/**
 * Runs pg-boss on our own client. Its adapter for Bun's client accepts any client of the same shape, such as
 * postgres.js.
 */
const bossDatabase = (sql: Sql | Transaction) => fromBunSql(sql as unknown as BunClient);

type BunClient = Parameters<typeof fromBunSql>[0];

/** Form of the scripts that pg-boss runs in one transaction. */
const SCRIPT = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * pg-boss sends scripts from BEGIN to COMMIT on a reserved connection. Here each becomes a transaction of our
 * client, so a failed one is rolled back. If the session of a reserved connection ended, the pool would lose the
 * connection, and its next statement would crash the process.
 */
function scriptsAsTransactions(sql: Sql): BunClient {
  const client = sql as unknown as BunClient;
  const run = (text: string) => {
    const script = SCRIPT.exec(text)?.[1];
    if (script === undefined)
      throw new Error(`pg-boss reserved a connection for a statement that is not a BEGIN…COMMIT script: ${text}`);
    return sql.begin((tx) => tx.unsafe(script));
  };
  return {
    unsafe: (text, values) => client.unsafe(text, values),
    ...(client.listen === undefined ? {} : { listen: client.listen.bind(client) }),
    reserve: async () => ({ unsafe: async (text) => run(text), release: () => {} }),
  };
}

/** The request that caused a job, stored within the job's data. */
export interface JobCause {
  requestId: string;
  traceparent?: string;
}

type Caused<Data extends object> = Data & { cause?: JobCause };

/** Cause of jobs added by the request that is running now. */
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
  /** Called after each run. A `failed` job is retried or given up. */
  onRun(kind: string, outcome: 'done' | 'failed', durationMs: number, work: Work): void;
  /** Receives a function that reports how many workers a kind has in this process, and how many are busy. */
  onStartWorkers(kind: string, capacity: () => Capacity): void;
}

/**
 * Runs a job as its own unit of work under the id of the request that caused it, with one log line. Its trace links
 * to that request, which ended long before.
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
    if (outcome === 'done') log.info(line, 'job ended');
    else log.warn({ ...line, err }, 'job ended');
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

/** @param sql a pool whose role owns the schema of the jobs or may create it. */
export async function openJobs(sql: Sql, log: Logger, observer?: JobObserver): Promise<Jobs> {
  const boss = new PgBoss({
    db: fromBunSql(scriptsAsTransactions(sql)),
    schema: SCHEMA,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
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

  const poolOf = (queueName: string) => boss.getWipData().filter(({ name }) => name === queueName);

  /** Wakes an idle worker of the queue. Busy workers look for the next job by themselves. */
  function wake(queueName: string): void {
    const pool = poolOf(queueName);
    const resting = pool.find(({ count }) => count === 0);
    for (const worker of pool) if (worker.count > 0 || worker === resting) boss.notifyWorker(worker.id);
  }

  /**
   * A pg-boss worker takes one job, then idles until its next poll. Here a worker that finds a job wakes the next
   * one, so that all work while jobs wait. When the queue is empty, one worker at a time polls for due jobs.
   */
  async function startWorkers(
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
    observer?.onStartWorkers(queueName, () => ({
      max: workers,
      inUse: poolOf(queueName).filter(({ count }) => count > 0).length,
    }));
    watches.push(setInterval(() => wake(queueName), POLL_SECONDS * 1000));
  }

  return {
    add: async (transaction, kind, data, startAfter, group) => {
      const when = startAfter === undefined ? {} : { startAfter };
      const whose = group === undefined ? {} : { group: { id: group } };
      const id = await boss.send(kind, withCause(data), { db: bossDatabase(transaction), ...when, ...whose });
      if (id === null) throw new Error(`the job queue accepted no job of kind ${kind}`);
    },
    prepare: async (kinds) => {
      for (const kind of kinds) await prepareOne(kind);
    },
    work: async (kinds) => {
      for (const kind of kinds) {
        await startWorkers(kind.name, kind.concurrency, kind.concurrencyPerGroup, kind.work);
        await startWorkers(givenUp(kind.name), 1, undefined, kind.giveUp);
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
