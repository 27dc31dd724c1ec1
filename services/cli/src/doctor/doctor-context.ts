import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from '@plat/db';
import { ConfigError, utcDay } from '@plat/kit';
import { connectRedis, REDIS_URL_PATTERN } from '@plat/limits';
import { openDatabase } from '@plat/standalone/database';
import { describeFailure } from '@plat/standalone/describe-failure';
import { type HostEnvironment, readEnvironment } from '@plat/standalone/environment';
import { openHome } from '@plat/standalone/home';
import pTimeout from 'p-timeout';
import type { DoctorContext } from './check.ts';

const OPEN_MS = 60_000;
/** Well below the driver's own timeout, which does not cancel its query. */
const HUNG_MS = 20_000;
const STATEMENT_MS = 10_000;
const REDIS_MS = 3_000;

/** Opens the available inputs of the checks. Creates no home and changes no database. */
export async function openDoctorContext(
  home: string,
  variables: DoctorContext['env'],
  note: (line: string) => void,
): Promise<{ at: DoctorContext; close(): Promise<void> }> {
  const env = withoutEmpty(variables);
  const environment = environmentOf(env);
  const closers: (() => unknown)[] = [];
  const isEmbedded = env.DATABASE_URL === undefined;
  const { database, failure } = await within(OPEN_MS, async () => {
    if (isEmbedded && !existsSync(home)) return { database: null, failure: 'there is no home, so no embedded server' };
    const opened = await openDatabase(isEmbedded ? openHome(home) : (null as never), env.DATABASE_URL, note, HUNG_MS);
    closers.push(opened.close);
    const sql = connect(opened.url, { applicationName: 'plat-doctor', statementTimeoutMs: STATEMENT_MS });
    closers.push(() => sql.end({ timeout: 1 }));
    await sql`select 1`;
    return { database: { sql, url: opened.url }, failure: null };
  });
  const { redis, redisFailure } = await openRedis(env.REDIS_URL);
  if (redis !== null) closers.push(() => redis.disconnect());
  return {
    at: {
      env,
      environment,
      home,
      isEmbedded,
      database,
      databaseFailure: failure,
      redis,
      redisFailure,
      asOf: env.PLAT_AS_OF ?? utcDay(Date.now()),
      nowMs: Date.now,
    },
    close: async () => {
      for (const one of closers.reverse()) await one();
    },
  };
}

/** An empty variable counts as unset, as everywhere in Plat. */
const withoutEmpty = (env: DoctorContext['env']): DoctorContext['env'] =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

async function openRedis(url: string | undefined): Promise<Pick<DoctorContext, 'redis' | 'redisFailure'>> {
  if (url === undefined || !new RegExp(REDIS_URL_PATTERN).test(url)) return { redis: null, redisFailure: null };
  const heard: unknown[] = [];
  const redis = connectRedis(url, (error) => heard.push(error));
  const isReady = await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) }).then(
    () => true,
    () => false,
  );
  return { redis, redisFailure: isReady ? null : redisSentence(heard.map(String).join('\n')) };
}

function redisSentence(heard: string): string {
  if (/WRONGPASS|NOAUTH/.test(heard)) return 'it refuses the name or password';
  if (heard.includes('cluster support disabled')) return 'REDIS_URL has several URLs, but the server is not a cluster';
  return 'it does not answer';
}

function environmentOf(env: DoctorContext['env']): HostEnvironment | null {
  try {
    return readEnvironment(env);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

type Opened = { database: DoctorContext['database']; failure: string | null };

async function within(timeoutMs: number, open: () => Promise<Opened>): Promise<Opened> {
  const late = { database: null, failure: `no answer within ${timeoutMs / 1_000} s` };
  try {
    return await pTimeout(open(), { milliseconds: timeoutMs, fallback: () => late });
  } catch (error) {
    return { database: null, failure: describeFailure(error).text };
  }
}
