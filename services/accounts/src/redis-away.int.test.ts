import { expect, test } from 'bun:test';
import { createLogger } from '@plat/kit';
import { testDatabase } from '@plat/test-kit';
import { createAccountsApp } from './app.ts';
import { createAccountsDeps } from './deps.ts';

test('accounts stays ready while Redis is down, so no replica leaves service', async () => {
  const database = await testDatabase();
  const { deps, close } = await createAccountsDeps(
    {
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      PLAT_INTERNAL_SECRET: 'a secret of at least thirty-two bytes',
      PLAT_LOG_LEVEL: 'silent',
    },
    { log: createLogger({ name: 'accounts', level: 'silent' }) },
  );
  const response = await createAccountsApp(deps).handle(new Request('http://accounts.internal/ready'));
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', service: 'accounts', checks: { database: 'ok' } },
  ]);
  await close();
  await database.close();
}, 60_000);
