import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountsDeps } from '@plat/accounts/deps';
import { changeKey, createKey, listKeys, revokeKey } from '@plat/accounts/operator';
import { createLogger } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { demoKey } from './demo-key.ts';
import { openHome, writePrivateFile } from './home.ts';

const OPERATOR = 'operator:test';
let folder: string;
let database: TestDatabase;
let accounts: Awaited<ReturnType<typeof createAccountsDeps>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-demo-key-'));
  database = await testDatabase();
  accounts = await createAccountsDeps(
    {
      DATABASE_URL: database.url,
      PLAT_INTERNAL_SECRET: 'a secret of at least thirty-two bytes',
      PLAT_LOG_LEVEL: 'silent',
    },
    { log: createLogger({ name: 'accounts', level: 'silent' }) },
  );
}, 60_000);
afterAll(async () => {
  await accounts.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = (key: string) => accounts.deps.keys.findBySha256(createHash('sha256').update(key).digest('hex'));

test('is a test key with 120 requests a minute, the same at every start', async () => {
  const home = openHome(join(folder, 'new'));
  const key = await demoKey(home, accounts.deps);
  expect(key).toStartWith('plat_sub_test_');
  expect(readFileSync(home.demoKeyFile, 'utf8').trim()).toBe(key!);
  expect(await demoKey(home, accounts.deps)).toBe(key);
  const [record] = await listKeys(accounts.deps);
  expect(record).toMatchObject({ name: 'demo', isTest: true, rateLimit: 120, rateWindowSeconds: 60 });
});

test('replaces a counted key, an unknown key and a key with a missing file', async () => {
  const home = openHome(join(folder, 'old'));
  const counted = await createKey(accounts.deps, OPERATOR, { kind: 'subscriber', name: 'demo' });
  for (const old of [counted.key, 'plat_sub_nobody', null]) {
    if (old === null) rmSync(home.demoKeyFile);
    else writePrivateFile(home.demoKeyFile, old);
    const key = await demoKey(home, accounts.deps);
    expect(key).not.toBe(old);
    expect(key).toStartWith('plat_sub_test_');
    expect(await demoKey(home, accounts.deps)).toBe(key);
  }
});

test('appears again after an operator deactivated and reactivated it', async () => {
  const home = openHome(join(folder, 'paused'));
  const key = await demoKey(home, accounts.deps);
  const { id } = (await keyOf(key!))!;
  await changeKey(accounts.deps, OPERATOR, id, { active: false });
  expect(await demoKey(home, accounts.deps)).toBeNull();
  await changeKey(accounts.deps, OPERATOR, id, { active: true });
  expect(await demoKey(home, accounts.deps)).toBe(key);
});

test('is never recreated after an operator revoked it, even with a missing file or another name', async () => {
  const home = openHome(join(folder, 'revoked'));
  const key = await demoKey(home, accounts.deps);
  const { id } = (await keyOf(key!))!;
  await changeKey(accounts.deps, OPERATOR, id, { name: 'renamed' });
  await revokeKey(accounts.deps, OPERATOR, id);
  expect(await demoKey(home, accounts.deps)).toBeNull();
  rmSync(home.demoKeyFile);
  expect(await demoKey(home, accounts.deps)).toBeNull();
  writePrivateFile(home.demoKeyFile, 'plat_sub_nobody');
  expect(await demoKey(home, accounts.deps)).toBeNull();
});
