import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { automationAuth, automationSetup } from '@plat/contracts';
import { createInternalTokens } from '@plat/kit';
import { startTestIssuer, type TestIssuer } from '@plat/openid/testing';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@plat/test-kit';

const SECRET = 'a secret of at least thirty-two bytes';
const ENTRY = `${import.meta.dir}/index.ts`;
const START_MS = 60_000;
const REPLICAS = 2;

const redis: TestRedis | null = await testRedis();
if (redis === null) console.log('skipped: replicas that share limits (this machine has no redis-server)');

/** Runs the service as separate processes, as in production. */
describe.skipIf(redis === null)('two replicas over Redis', () => {
  let database: TestDatabase;
  let issuer: TestIssuer;
  const children: Bun.Subprocess<'ignore', 'inherit', 'pipe'>[] = [];
  const urls: string[] = [];

  beforeAll(async () => {
    [database, issuer] = await Promise.all([testDatabase(), startTestIssuer(Date.now)]);
    for (let i = 0; i < REPLICAS; i++) {
      const child = Bun.spawn([process.execPath, ENTRY], {
        env: {
          PATH: process.env.PATH ?? '',
          PLAT_HOST: '127.0.0.1',
          PLAT_PORT: '0',
          DATABASE_URL: database.url,
          PLAT_INTERNAL_SECRET: SECRET,
          REDIS_URL: redis?.url,
          PLAT_AUTOMATION_SIGN_UP: 'true',
          PLAT_OIDC_ISSUER: issuer.url,
          PLAT_OIDC_AUDIENCE: issuer.audience,
        },
        stdin: 'ignore',
        stdout: 'inherit',
        stderr: 'pipe',
      });
      children.push(child);
      urls.push(await listening(child.stderr));
    }
  }, START_MS);
  afterAll(async () => {
    for (const child of children) child.kill();
    await Promise.all(children.map(({ exited }) => exited));
    await Promise.all([issuer.close(), redis?.close()]);
    await database.close();
  }, START_MS);

  const tokens = createInternalTokens(SECRET);
  const send = async (replica: number, path: string, init: RequestInit = {}) => {
    const principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' } as const;
    const authorization = `Bearer ${await tokens.sign(principal, 'automation')}`;
    return fetch(`${urls[replica]}${path}`, { ...init, headers: { ...init.headers, authorization } });
  };

  test('share keys, and together admit at most 60 requests per key and minute', async () => {
    const setup = await send(0, automationSetup.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-plat-caller-authorization': `Bearer ${await issuer.token()}`,
      },
      body: JSON.stringify({ uid: 'user-1' }),
    });
    const { zapKey } = (await setup.json()) as { zapKey: string };
    const auth = async (replica: number) =>
      (await send(replica, `${automationAuth.path}?${new URLSearchParams({ api_key: zapKey })}`)).status;
    const statuses = await Promise.all(Array.from({ length: 80 }, (_, i) => auth(i % REPLICAS)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const metrics = await (await fetch(`${urls[0]}/metrics`)).text();
    expect(metrics).toContain('plat_minute_limits_shared{service="automation"} 1');
  });

  test('finish and exit on SIGTERM', async () => {
    const child = children[0]!;
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  });
});

/** Drains the rest of stderr, because a full pipe would block the process. */
async function listening(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  void (async () => {
    let text = '';
    for await (const chunk of stream(stderr)) {
      text += chunk;
      const url = /"url":"([^"]+)"/.exec(text)?.[1];
      if (url !== undefined) resolve(url.replace('localhost', '127.0.0.1'));
    }
    reject(new Error(`the service ended before it listened: ${text}`));
  })();
  return promise;
}

const stream = (bytes: ReadableStream<Uint8Array>) => bytes.pipeThrough(new TextDecoderStream());
