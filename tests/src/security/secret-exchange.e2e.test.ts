import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { resolveAddress } from '@plat/contracts';
import { ensureMarketSchema } from '@plat/dataset';
import { createInternalTokens } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { killAll, type TestProcess, testProcess } from '../proof/process.fixture.ts';

const OLD = 'the old secret of at least thirty-two bytes';
const NEW = 'the new secret of at least thirty-two bytes';
const START_MS = 60_000;
const SERVICE = join(import.meta.dir, '..', '..', '..', 'services', 'geo', 'src', 'index.ts');

/** The environment of each step in the documented secret rotation, in order. */
const STEPS = {
  before: { PLAT_INTERNAL_SECRET: OLD },
  announced: { PLAT_INTERNAL_SECRET: OLD, PLAT_INTERNAL_SECRET_NEXT: NEW },
  exchanged: { PLAT_INTERNAL_SECRET: NEW, PLAT_INTERNAL_SECRET_PREVIOUS: OLD },
  after: { PLAT_INTERNAL_SECRET: NEW },
} as const;
type Step = keyof typeof STEPS;
const ORDER = Object.keys(STEPS) as Step[];

describe('rotating the internal secret without downtime', () => {
  let database: TestDatabase;
  const processes = new Map<Step, TestProcess>();

  beforeAll(async () => {
    database = await testDatabase();
    await ensureMarketSchema(database.sql);
    for (const step of ORDER) {
      const env = { ...STEPS[step], DATABASE_URL: database.url, PLAT_LOG_LEVEL: 'info' };
      processes.set(step, testProcess({ command: [SERVICE], env }));
    }
    await Promise.all([...processes.values()].map((one) => one.start()));
  }, START_MS);
  afterAll(async () => {
    await killAll();
    await database?.close();
  }, START_MS);

  const call = async (step: Step, authorization?: string): Promise<number> => {
    const { status } = await fetch(`${processes.get(step)?.url}${resolveAddress.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body: JSON.stringify({ address: '1 Main St, Phoenix, AZ 85001' }),
    });
    return status;
  };
  const tokenOf = async (step: Step): Promise<string> => {
    const principal = { keyId: 'k', keyKind: 'service', companyId: 'c', userId: null, realm: 'live' } as const;
    return `Bearer ${await createInternalTokens(STEPS[step].PLAT_INTERNAL_SECRET).sign(principal, 'geo')}`;
  };

  test.each([
    ['before', 'announced'],
    ['announced', 'exchanged'],
    ['exchanged', 'after'],
  ] as const)('a process of step %s and one of step %s serve each other', async (one, next) => {
    expect([await call(one, await tokenOf(next)), await call(next, await tokenOf(one))]).toEqual([200, 200]);
  });

  test('without the announcement, old processes would reject new ones', async () => {
    expect(await call('before', await tokenOf('exchanged'))).toBe(401);
  });

  test('the old secret is invalid after the last step', async () => {
    expect(await call('after', await tokenOf('before'))).toBe(401);
  });

  test.each(ORDER)('a process of step %s rejects a request without a token', async (step) => {
    expect([await call(step), await call(step, 'Bearer '), await call(step, `Basic ${btoa('a:b')}`)]).toEqual([
      401, 401, 401,
    ]);
  });

  test('no process logged a secret or a token', async () => {
    for (const one of processes.values()) await one.stop();
    const logged = [...processes.values()].flatMap((one) => one.lines()).join('\n');
    expect(logged).toContain('"status":401');
    for (const secret of [OLD, NEW, 'eyJ']) expect(logged).not.toContain(secret);
  });
});
