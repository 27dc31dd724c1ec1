import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createApiUser, updateApiUser } from '@plat/contracts';
import { createLogger } from '@plat/kit';
import { createMemoryKeyEpochs } from '@plat/limits';
import { accountsUnderTest, OPERATOR } from './accounts-under-test.fixture.ts';
import { createAccountsDeps, type OperatorAccounts, openOperatorAccounts } from './deps.ts';
import { changeCompany } from './domain/companies/change-company.ts';
import { setSeat } from './domain/companies/set-seat.ts';
import { changeKey } from './domain/keys/change-key.ts';
import { createKey } from './domain/keys/create-key.ts';
import { revokeKey } from './domain/keys/revoke-key.ts';
import { rotateKey } from './domain/keys/rotate-key.ts';
import { changePlan } from './domain/plans/change-plan.ts';
import { createChanges } from './store/changes.ts';
import { changePayloads, readChangePayload } from './store/key-change-channel.ts';
import { createKeyEpochListener } from './store/key-epoch-listener.ts';

const REPLICAS = 3;
const SECRET = 'a secret of at least thirty-two bytes';
const silent = createLogger({ name: 'accounts', level: 'silent' });
const accounts = accountsUnderTest();
let replicas: Awaited<ReturnType<typeof createAccountsDeps>>[];
let operator: OperatorAccounts;

beforeAll(async () => {
  const config = {
    DATABASE_URL: accounts.database.url,
    PLAT_INTERNAL_SECRET: SECRET,
    PLAT_LOG_LEVEL: 'silent' as const,
  };
  replicas = await Promise.all(Array.from({ length: REPLICAS }, () => createAccountsDeps(config, { log: silent })));
  operator = await openOperatorAccounts(accounts.database.url, createMemoryKeyEpochs());
}, 60_000);
afterAll(async () => {
  await operator.close();
  for (const { close } of replicas) await close();
});

const epochsOf = (keyId: string) => Promise.all(replicas.map(({ deps }) => deps.epochs.current(keyId)));

function expectAllAdvanced(before: readonly string[], after: readonly string[]): void {
  expect(after.map((epoch, replica) => epoch !== before[replica])).toEqual(before.map(() => true));
}

/** Creates a subscriber key with a seat, in a company of its own. */
async function subscriber(): Promise<{ keyId: string; companyId: string }> {
  const name = `Company ${randomUUID()}`;
  const { record } = await createKey(operator, OPERATOR, { kind: 'subscriber', name });
  await setSeat(operator, OPERATOR, name, { name: 'Pat', maySearchBuyers: true });
  await changeKey(operator, OPERATOR, record.id, { seatName: 'Pat' });
  return { keyId: record.id, companyId: record.companyId };
}

describe("every replica knows of an operator's change when the command returns, for the affected keys only", () => {
  const changes: [string, (keyId: string, companyId: string) => Promise<unknown>][] = [
    ['revocation', (keyId) => revokeKey(operator, OPERATOR, keyId)],
    ['rotation', (keyId) => rotateKey(operator, OPERATOR, keyId)],
    ['rotation with overlap', (keyId) => rotateKey(operator, OPERATOR, keyId, { overlapMs: 60_000 })],
    ['deactivation', (keyId) => changeKey(operator, OPERATOR, keyId, { active: false })],
    ['rate limit', (keyId) => changeKey(operator, OPERATOR, keyId, { rateLimit: 7 })],
    ['addresses', (keyId) => changeKey(operator, OPERATOR, keyId, { allowedAddresses: ['203.0.113.7'] })],
    ['endpoints', (keyId) => changeKey(operator, OPERATOR, keyId, { authorizedEndpoints: ['autocomplete'] })],
    ['company deactivation', (_, id) => changeCompany(operator, OPERATOR, id, { active: false })],
    ['company subscription', (_, id) => changeCompany(operator, OPERATOR, id, { subscription: 'lapsed' })],
    ['seat', (_, id) => setSeat(operator, OPERATOR, id, { name: 'Pat', maySearchBuyers: false })],
  ];
  test.each(changes)('%s', async (_, change) => {
    const { keyId, companyId } = await subscriber();
    const bystander = await createKey(operator, OPERATOR, { kind: 'subscriber', name: `Bystander ${randomUUID()}` });
    const [before, others] = [await epochsOf(keyId), await epochsOf(bystander.record.id)];
    await change(keyId, companyId);
    expect(operator.areChangesConfirmed()).toBe(true);
    expectAllAdvanced(before, await epochsOf(keyId));
    expect(await epochsOf(bystander.record.id)).toEqual(others);
  });

  test('changed plan limits reach every key with a user on the plan', async () => {
    const planId = `plan-${randomUUID()}`;
    await accounts.plan(planId, { buyer_search_limit: 1 });
    const keys = await Promise.all(Array.from({ length: 5 }, () => accounts.enterpriseKey(planId)));
    for (const { keyId } of keys.slice(1)) {
      await operator.users.create(OPERATOR, keyId, { user_id: 'u', active: true });
      await operator.users.subscribe(OPERATOR, keyId, 'u', planId);
    }
    const before = await Promise.all(keys.map(({ keyId }) => epochsOf(keyId)));
    await changePlan(operator, OPERATOR, planId, { buyer_search_limit: 0 });
    const after = await Promise.all(keys.map(({ keyId }) => epochsOf(keyId)));
    expect(after[0]).toEqual(before[0]!);
    for (let key = 1; key < keys.length; key++) {
      expectAllAdvanced(before[key]!, after[key]!);
    }
  });
});

test('a change without effect is neither announced nor recorded', async () => {
  const { keyId, companyId } = await subscriber();
  const before = await epochsOf(keyId);
  const trail = await operator.audit.list({ companyId, limit: 100 });
  await changeKey(operator, OPERATOR, keyId, { rateLimit: 20, active: true, allowedAddresses: null, seatName: 'Pat' });
  await changeCompany(operator, OPERATOR, companyId, { active: true });
  await setSeat(operator, OPERATOR, companyId, { name: 'Pat', maySearchBuyers: true });
  await operator.companies.setLimit(OPERATOR, companyId, { endpoint: 'buyer_search', customLimit: null });
  expect(await epochsOf(keyId)).toEqual(before);
  expect(await operator.audit.list({ companyId, limit: 100 })).toEqual(trail);
});

test('a change through the API reaches other replicas within a second', async () => {
  const { keyId } = await accounts.enterpriseKey();
  await accounts.call(createApiUser, { keyId }, { body: { user_id: 'agent' } });
  await Bun.sleep(100);
  const before = await epochsOf(keyId);
  const own = await accounts.deps.epochs.current(keyId);
  await accounts.call(updateApiUser, { keyId }, { body: { user_id: 'agent', active: false } });
  expect(await accounts.deps.epochs.current(keyId)).not.toBe(own);
  let after = await epochsOf(keyId);
  for (let i = 0; i < 100 && after.some((epoch, index) => epoch === before[index]); i++) {
    await Bun.sleep(10);
    after = await epochsOf(keyId);
  }
  expectAllAdvanced(before, after);
});

test('a change during a Redis outage succeeds and is announced after Redis recovers', async () => {
  let isAway = true;
  let told = 0;
  const advanced: string[] = [];
  const changes = createChanges({
    sql: operator.sql,
    epochs: {
      advance: async (keyId) => {
        if (isAway) throw new Error('Connection is closed.');
        advanced.push(keyId);
      },
    },
    onEpochsUnavailable: () => {
      told += 1;
    },
  });
  const keyIds = [randomUUID(), randomUUID()];
  expect(await changes.run(OPERATOR, async ({ concerns }) => concerns(keyIds))).toBeUndefined();
  expect({ told, advanced }).toEqual({ told: 1, advanced: [] });
  isAway = false;
  while (advanced.length < keyIds.length) await Bun.sleep(10);
  expect({ told, advanced }).toEqual({ told: 1, advanced: keyIds });
});

test("the running service announces a command's change once Redis recovers", async () => {
  let isAway = true;
  const advanced: string[] = [];
  const inner = createMemoryKeyEpochs();
  const following = await createKeyEpochListener({
    databaseUrl: accounts.database.url,
    epochs: {
      ...inner,
      advance: async (keyId) => {
        if (isAway) throw new Error('Connection is closed.');
        advanced.push(keyId);
      },
    },
  });
  const { keyId } = await subscriber();
  await revokeKey(accounts.deps, OPERATOR, keyId);
  await Bun.sleep(100);
  expect(advanced).toEqual([]);
  isAway = false;
  while (!advanced.includes(keyId)) await Bun.sleep(10);
  await following.close();
});

test('a failed change is neither applied, recorded nor announced', async () => {
  const { keyId, companyId } = await subscriber();
  const before = await epochsOf(keyId);
  const trail = await operator.audit.list({ companyId, limit: 100 });
  const failing = changeKey(operator, OPERATOR, keyId, { name: 'Renamed', seatName: 'Nobody' });
  await expect(failing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await operator.audit.list({ companyId, limit: 100 })).toEqual(trail);
  expect(await epochsOf(keyId)).toEqual(before);
});

test('a change of more keys than fit one notification arrives complete, with the last part marked', () => {
  const ids = Array.from({ length: 251 }, () => randomUUID());
  const parts = changePayloads('change', ids).map(readChangePayload);
  expect(parts.flatMap(({ keyIds }) => keyIds)).toEqual(ids);
  expect(parts.map(({ isLast }) => isLast)).toEqual([false, false, true]);
  for (const payload of changePayloads(randomUUID(), ids)) expect(payload.length).toBeLessThan(8_000);
  expect(changePayloads('change', [])).toEqual([]);
});
