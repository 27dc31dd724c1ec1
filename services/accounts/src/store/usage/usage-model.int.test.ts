import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { AllowanceName, UsageSubject } from '@plat/contracts';
import fc from 'fast-check';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { applicationEventId } from '../../domain/usage/record-application-search.ts';
import {
  insertCompany,
  insertEndUser,
  insertKey,
  insertSubscription,
  location,
  property,
  reservation,
  setLimit,
  usageDatabase,
} from './usage.fixture.ts';
import { KEY_NAMES, type KeyName, LEGACY_LIMIT, USER_NAMES, UsageModel, type UserName } from './usage-model.fixture.ts';

const RUNS = 40;
const MAX_STEPS = 40;
const SLOW_MS = 120_000;
const START_MS = Date.parse('2026-05-31T23:50:00.000Z');
const ENDPOINTS: readonly AllowanceName[] = ['buyer_search', 'analytics_search', 'retail_comps', 'legacy_search'];
const THINGS: ReadonlyArray<UsageSubject | null> = [null, property('1'), location('33.1,-112.1')];
const IDS = 10;

let database: Awaited<ReturnType<typeof usageDatabase>>;
let store: UsageStore;
beforeAll(async () => {
  database = await usageDatabase();
  store = database.store(2);
}, SLOW_MS);
afterAll(() => database.close());

/** The real ledger with the participants of one run. */
async function realLedger() {
  const { sql } = database;
  const companyId = await insertCompany(sql);
  const keys: Record<KeyName, string> = {
    first: await insertKey(sql, companyId, 'subscriber'),
    second: await insertKey(sql, companyId, 'subscriber'),
    test: await insertKey(sql, companyId, 'subscriber', { isTest: true }),
    legacy: await insertKey(sql, companyId, 'legacy_search', { monthlyLimit: LEGACY_LIMIT }),
    enterprise: await insertKey(sql, companyId, 'enterprise'),
  };
  const users = {
    ann: (await insertEndUser(sql, keys.enterprise, 'ann', [])).id,
    bob: (await insertEndUser(sql, keys.enterprise, 'bob', [])).id,
  };
  const ids = Array.from({ length: IDS }, () => crypto.randomUUID() as string);
  const pools: Record<string, string> = { company: companyId, legacy: keys.legacy, ...users };
  return { store, companyId, keys, users, ids, pools };
}
type Real = Awaited<ReturnType<typeof realLedger>>;
type Step = fc.AsyncCommand<UsageModel, Real>;

/** Runs one step on both, then compares all counts. */
const step = (name: string, run: (model: UsageModel, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await expectSame(model, real);
  },
  toString: () => name,
});

async function expectSame(model: UsageModel, real: Real): Promise<void> {
  expect(await real.store.verify()).toMatchObject({ differences: [], countedButOpen: [] });
  const owners = Object.values(real.pools);
  const rows = await database.sql<
    { owner: string; endpoint: AllowanceName; month: string; used: number; reserved: number }[]
  >`select owner_id as owner, endpoint, month, used, reserved from accounts.usage_counters
    where owner_id = any(${owners}::uuid[])`;
  for (const { owner, endpoint, month, used, reserved } of rows) {
    const pool = Object.entries(real.pools).find(([, id]) => id === owner)![0];
    expect({ pool, endpoint, month, used, reserved }).toEqual({
      pool,
      endpoint,
      month,
      used: model.used(pool, endpoint, month),
      reserved: model.reserved(pool, endpoint, month),
    });
    expect(used + reserved).toBeLessThanOrEqual(model.mostAllowed(pool, endpoint));
  }
  const [ledger] = await database.sql<{ events: number; ids: number }[]>`
    select count(*) as events, count(distinct event_id) as ids from accounts.usage_ledger
    where company_id = ${real.companyId}`;
  expect(ledger).toEqual({ events: model.ledger.size, ids: model.ledger.size });
  expect(rows.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(
    [...model.holds.values()].filter(({ isFree }) => !isFree).length,
  );
}

const anId = fc.nat(IDS - 1);
/** Mostly valid combinations: one in eight requests something that its key lacks. */
const aRequest = fc.record({
  id: anId,
  key: fc.constantFrom<KeyName>(...KEY_NAMES, 'first', 'enterprise'),
  user: fc.constantFrom<UserName | null>(...USER_NAMES, 'ann', null),
  endpoint: fc.constantFrom<AllowanceName>(...ENDPOINTS, 'buyer_search', 'buyer_search'),
  thing: fc.constantFrom(...THINGS),
  holdMs: fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * 60_000),
});

const reserving = fc.array(aRequest, { minLength: 1, maxLength: 5 }).map((asked) =>
  step(`reserve ${JSON.stringify(asked)}`, async (model, real) => {
    const certain = asked.filter(({ id }) => !model.isUncertain(real.ids[id]!));
    if (certain.length === 0) return;
    const requests = certain.map(({ id, key, user, endpoint, thing, holdMs }) =>
      reservation(real.keys[key], {
        id: real.ids[id]!,
        endpoint,
        thing,
        expiresAtMs: model.nowMs + holdMs,
        ...(user === null ? {} : { userId: user }),
      }),
    );
    for (const { key, user, endpoint } of certain) model.dropLapsed({ pool: model.poolOf(key, user), endpoint });
    const expected = requests.map((request, index) =>
      model.reserve(request, certain[index]!.key, certain[index]!.user),
    );
    const answers = await real.store.reserve(requests, model.nowMs);
    expect(answers.map(({ outcome, allowance: { remaining } }) => ({ outcome, remaining }))).toEqual(expected);
    for (const { allowance } of answers) expect(allowance.remaining ?? 0).toBeGreaterThanOrEqual(0);
  }),
);

const committing = fc
  .array(fc.record({ id: anId, skiptraced: fc.boolean() }), { minLength: 1, maxLength: 5 })
  .map((asked) =>
    step(`commit ${JSON.stringify(asked)}`, async (model, real) => {
      const commits = asked
        .map(({ id, skiptraced }) => ({ reservationId: real.ids[id]!, skiptraced }))
        .filter(({ reservationId }) => !model.isUncertain(reservationId));
      if (commits.length === 0) return;
      const expected = commits.map(({ reservationId, skiptraced }) => model.commit(reservationId, skiptraced));
      const answers = await real.store.commit(commits, model.nowMs);
      expect(answers.map(({ outcome }) => outcome)).toEqual(expected);
    }),
  );

const releasing = fc.array(anId, { minLength: 1, maxLength: 4 }).map((asked) =>
  step(`release ${asked}`, async (model, real) => {
    const ids = asked.map((id) => real.ids[id]!).filter((id) => !model.isUncertain(id));
    if (ids.length === 0) return;
    const expected = ids.map((id) => model.release(id));
    const answers = await real.store.release(ids);
    expect(answers.map(({ released }) => released)).toEqual(expected);
  }),
);

const previewing = aRequest.map((asked) =>
  step(`preview ${JSON.stringify(asked)}`, async (model, real) => {
    const request = reservation(real.keys[asked.key], {
      endpoint: asked.endpoint,
      thing: asked.thing,
      ...(asked.user === null ? {} : { userId: asked.user }),
    });
    const imagined = model.copy();
    imagined.dropLapsed();
    const { outcome } = imagined.reserve(request, asked.key, asked.user);
    expect(await real.store.preview(request, model.nowMs)).toMatchObject({ outcome });
  }),
);

const searchingInTheApplication = fc
  .record({ search: fc.nat(5), thing: fc.constantFrom(...THINGS.slice(1)), skiptraced: fc.boolean() })
  .map(({ search, thing, skiptraced }) =>
    step(`application search ${search} ${thing?.value} ${skiptraced}`, async (model, real) => {
      const eventId = applicationEventId(real.companyId, `${search} ${thing!.value}`);
      const counted = model.applicationSearch(eventId, thing!, skiptraced);
      const endpoint = thing!.kind === 'property' ? 'buyer_search' : 'analytics_search';
      const { companyId: ownerId } = real;
      expect(
        await real.store.recordApplicationSearch({
          eventId,
          ownerId,
          endpoint,
          month: model.month,
          thing: thing!,
          skiptraced,
          searchedAtMs: model.nowMs,
        }),
      ).toEqual({ counted });
    }),
  );

const limiting = fc
  .record({
    endpoint: fc.constantFrom<AllowanceName>('buyer_search', 'analytics_search'),
    planLimit: fc.option(fc.nat(4)),
    customLimit: fc.option(fc.nat(6)),
  })
  .map(({ endpoint, ...limits }) =>
    step(`limit ${endpoint} ${JSON.stringify(limits)}`, async (model, real) => {
      model.ownLimits.set(endpoint, limits);
      await setLimit(database.sql, real.companyId, endpoint, limits);
    }),
  );

const subscribing = fc.record({ user: fc.constantFrom('ann', 'bob'), limit: fc.nat(3) }).map(({ user, limit }) =>
  step(`subscribe ${user} ${limit}`, async (model, real) => {
    const name = user as 'ann' | 'bob';
    const id = await insertSubscription(database.sql, real.users[name], limit);
    model.plans[name].set(id, { limit, active: true });
  }),
);

const ending = fc.constantFrom('ann', 'bob').map((user) =>
  step(`end a subscription of ${user}`, async (model) => {
    const [id, plan] = [...model.plans[user as 'ann' | 'bob']].find(([, { active }]) => active) ?? [];
    if (id === undefined || plan === undefined) return;
    plan.active = false;
    await database.sql`update accounts.user_subscriptions set active = false where id = ${id}`;
  }),
);

const switching = fc
  .record({ who: fc.constantFrom('ann', 'bob', 'second', 'legacy'), active: fc.boolean() })
  .map(({ who, active }) =>
    step(`${who} ${active ? 'on' : 'off'}`, async (model, real) => {
      const { sql } = database;
      if (who === 'ann' || who === 'bob') {
        model.inactiveUsers[active ? 'delete' : 'add'](who);
        await sql`update accounts.end_users set active = ${active} where id = ${real.users[who]}`;
      } else {
        const key = who as KeyName;
        model.inactiveKeys[active ? 'delete' : 'add'](key);
        const at = active ? null : new Date();
        await sql`update accounts.api_keys set deactivated_at = ${at} where id = ${real.keys[key]}`;
      }
    }),
  );

const waiting = fc.constantFrom(1_000, 60_000, 150_000, 400_000).map((ms) =>
  step(`wait ${ms} ms`, async (model) => {
    model.nowMs += ms;
  }),
);

const sweeping = fc.constant(
  step('sweep', async (model, real) => {
    await real.store.dropLapsed(model.nowMs);
    for (const [id, { isFree, expiresAtMs }] of model.holds) {
      if (isFree && expiresAtMs <= model.nowMs) model.holds.delete(id);
    }
    model.dropLapsed();
  }),
);

test(
  'every interleaving counts like the simple model',
  async () => {
    const steps = fc.commands(
      [
        ...[reserving, reserving, reserving, committing, committing, releasing, previewing, searchingInTheApplication],
        ...[limiting, subscribing, ending, switching, waiting, sweeping],
      ],
      { maxCommands: MAX_STEPS, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const real = await realLedger();
        await fc.asyncModelRun(() => ({ model: new UsageModel(START_MS), real }), commands);
      }),
      { numRuns: RUNS },
    );
  },
  SLOW_MS,
);
