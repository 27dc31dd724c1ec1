import { expect, test } from 'bun:test';
import type { AllowanceName, Plan, UsageSubject } from '@plat/contracts';
import { DAY_MS } from '@plat/kit';
import fc from 'fast-check';
import { accountsUnderTest, OPERATOR } from './accounts-under-test.fixture.ts';
import { PLAN_LIMITS } from './domain/terms.ts';
import {
  changeCompany,
  changeKey,
  createApiUser,
  createApiUserSubscription,
  createKey,
  recordApplicationSearch,
  revokeKey,
  rotateKey,
  updateApiUser,
  usageOfCompany,
  usageOfKey,
  usageReport,
  usageReportCsv,
} from './operator.ts';
import { type EndedCall, expectedRows } from './usage-report.fixture.ts';

const RUNS = 30;
const SLOW_MS = 180_000;
const START = '2026-09-30T22:00:00Z';
const MONTHS = ['2026-09', '2026-10', '2026-11'];
const HOLD_MS = 60_000;
const ENDPOINTS: readonly AllowanceName[] = ['buyer_search', 'retail_comps', 'analytics_search'];
const THINGS: ReadonlyArray<UsageSubject | null> = [
  null,
  { kind: 'property', value: '7' },
  { kind: 'location', value: '33.4484,-112.0741' },
];

const accounts = accountsUnderTest();
let companies = 0;

/** The participants of one run and their calls. */
async function world() {
  const { deps, clock } = accounts;
  clock.set(START);
  companies += 1;
  const planId = `plan_report_${companies}`;
  await accounts.plan(planId, Object.fromEntries(PLAN_LIMITS.map((limit) => [limit, 4])) as Partial<Plan>);
  const companyName = `=Billed, "${companies}"`;
  const key = async (kind: string, more: object = {}) =>
    (await createKey(deps, OPERATOR, { kind, name: `${kind} ${companies}`, companyName, ...more })).record;
  const first = await key('subscriber');
  const keys = {
    first: first.id,
    second: (await key('subscriber')).id,
    legacy: (await key('legacy_search', { monthlyLimit: 3 })).id,
    crm: (await key('enterprise', { planIds: [planId] })).id,
    test: (await key('subscriber', { isTest: true })).id,
  };
  for (const user of ['ann', '+bob']) {
    await createApiUser(deps, OPERATOR, keys.crm, { user_id: user, active: true });
    await createApiUserSubscription(deps, OPERATOR, keys.crm, { user_id: user, plan_id: planId });
  }
  await changeCompany(deps, OPERATOR, companyName, { subscription: 'active' });
  const calls: EndedCall[] = [];
  const open: Array<{ id: string; call: Omit<EndedCall, 'counted'>; expiresAtMs: number; isSettled: boolean }> = [];
  return { companyId: first.companyId, companyName, keys, calls, open, searches: 0 };
}
type World = Awaited<ReturnType<typeof world>>;
type Act = (world: World) => Promise<void>;

const monthNow = () => new Date(accounts.clock.nowMs()).toISOString().slice(0, 7);

const searching = fc
  .record({
    key: fc.constantFrom('first', 'second', 'legacy', 'crm', 'crm', 'test'),
    user: fc.constantFrom('ann', '+bob'),
    endpoint: fc.constantFrom(...ENDPOINTS),
    thing: fc.constantFrom(...THINGS),
  })
  .map(
    ({ key, user, thing, ...asked }): Act =>
      async (w) => {
        const keyId = w.keys[key as keyof World['keys']];
        const endpoint = key === 'legacy' ? 'legacy_search' : asked.endpoint;
        const userId = key === 'crm' ? user : null;
        const nowMs = accounts.clock.nowMs();
        const id = crypto.randomUUID();
        const [answer] = await accounts.deps.ledger.reserve(
          [
            {
              reservation_id: id,
              expires_at: new Date(nowMs + HOLD_MS).toISOString(),
              endpoint,
              key_id: keyId,
              user_id: userId,
              counted_thing: thing,
            },
          ],
          nowMs,
        );
        if (!['granted', 'free'].includes(answer!.outcome)) return;
        const call = { month: monthNow(), company: w.companyName, key_id: keyId, user_id: userId, endpoint };
        w.open.push({ id, call, expiresAtMs: nowMs + HOLD_MS, isSettled: false });
      },
  );

/** Ends open calls, some of them twice and with another outcome. */
const ending = fc
  .record({ at: fc.nat(20), how: fc.constantFrom('commit', 'commit', 'release'), skiptraced: fc.boolean() })
  .map(
    ({ at, how, skiptraced }): Act =>
      async (w) => {
        if (w.open.length === 0) return;
        const index = at % w.open.length;
        const one = w.open[index]!;
        const { ledger } = accounts.deps;
        const end = (counted: boolean) => {
          if (!one.isSettled) w.calls.push({ ...one.call, counted });
          one.isSettled = true;
        };
        if (how === 'release') {
          const [answer] = await ledger.release([one.id]);
          if (answer!.released) end(false);
        } else {
          const [answer] = await ledger.commit([{ reservationId: one.id, skiptraced }], accounts.clock.nowMs());
          if (answer!.outcome !== 'unknown') end(answer!.outcome === 'counted');
        }
      },
  );

const recording = fc
  .record({ search: fc.nat(3), thing: fc.constantFrom(...THINGS.slice(1)), skiptraced: fc.boolean() })
  .map(
    ({ search, thing, skiptraced }): Act =>
      async (w) => {
        const before = await ledgerRows(w);
        await recordApplicationSearch(accounts.deps, {
          company_id: w.companyId,
          search_id: `s-${search}-${thing!.kind}`,
          counted_thing: thing!,
          skiptraced,
          searched_at: new Date(accounts.clock.nowMs()).toISOString(),
        });
        if ((await ledgerRows(w)) === before) return;
        const endpoint = thing!.kind === 'property' ? 'buyer_search' : 'analytics_search';
        const call = {
          month: monthNow(),
          company: w.companyName,
          key_id: 'application',
          user_id: null,
          endpoint,
        } as const;
        w.calls.push({ ...call, counted: true });
      },
  );

const ledgerRows = async ({ companyId }: World): Promise<number> => {
  const [row] = await accounts.database.sql<{ count: string }[]>`
    select count(*) from accounts.usage_ledger where company_id = ${companyId}`;
  return Number(row!.count);
};

const removing = fc
  .constantFrom('first', 'crm', 'legacy', 'ann', '+bob', 'delete ann', 'rename', 'rotate', 'deactivate')
  .map(
    (what): Act =>
      async (w) => {
        const { deps, database } = accounts;
        const keyId = w.keys[what as keyof World['keys']];
        if (keyId !== undefined) await revokeKey(deps, OPERATOR, keyId);
        else if (what === 'delete ann') {
          // No command deletes these; an operator's own clean-up may.
          await database.sql`delete from accounts.user_subscriptions s using accounts.end_users u
        where u.id = s.end_user_id and u.key_id = ${w.keys.crm} and u.user_id = 'ann'`;
          const [gone] = await database.sql<{ id: string }[]>`
        delete from accounts.end_users where key_id = ${w.keys.crm} and user_id = 'ann' returning id`;
          if (gone === undefined) return;
          for (const { call } of w.open) if (call.user_id === 'ann') call.user_id = gone.id;
          for (const call of w.calls) if (call.user_id === 'ann') call.user_id = gone.id;
        } else if (what === 'rename') {
          const name = `${w.companyName}!`;
          await changeCompany(deps, OPERATOR, w.companyName, { name });
          for (const { call } of w.open) call.company = name;
          for (const call of w.calls) call.company = name;
          w.companyName = name;
        } else if (what === 'rotate') await rotateKey(deps, OPERATOR, w.keys.second, {}).catch(() => {});
        else if (what === 'deactivate')
          await changeKey(deps, OPERATOR, w.keys.second, { active: false }).catch(() => {});
        else await updateApiUser(deps, OPERATOR, w.keys.crm, { user_id: what, active: false }).catch(() => {});
      },
  );

/** Time passes, sometimes into another month; expired holds are dropped uncounted. */
const waiting = fc.constantFrom(1_000, 90_000, 3 * 3_600_000, 31 * DAY_MS).map(
  (ms): Act =>
    async (w) => {
      const { clock, deps } = accounts;
      if (clock.nowMs() + ms < Date.parse('2026-12-01T00:00:00Z')) clock.advance(ms);
      await deps.ledger.dropLapsed(clock.nowMs());
      for (const one of w.open.filter(({ isSettled, expiresAtMs }) => !isSettled && expiresAtMs <= clock.nowMs())) {
        w.calls.push({ ...one.call, counted: false });
        one.isSettled = true;
      }
    },
);

const billed = ({ calls, keys }: World) => calls.filter(({ key_id: keyId }) => keyId !== keys.test);

async function expectReportsEqual(w: World): Promise<void> {
  const { companyId } = w;
  const columns = {
    company: ['company'],
    key: ['company', 'key_id'],
    user: ['company', 'key_id', 'user_id'],
    endpoint: ['endpoint'],
  } as const;
  for (const month of MONTHS) {
    for (const by of ['company', 'key', 'user', 'endpoint'] as const) {
      const report = await usageReport(accounts.deps, { month: `${month}-01`, by: [by], companyId });
      expect(report.rows).toEqual(expectedRows(billed(w), month, columns[by]));
    }
    const [ledger] = await accounts.database.sql<{ count: string }[]>`
      select count(*) from accounts.usage_ledger where company_id = ${companyId} and month = ${`${month}-01`}`;
    const { rows } = await usageReport(accounts.deps, { month: `${month}-01`, by: ['company', 'endpoint'], companyId });
    expect(rows.reduce((sum, row) => sum + row.calls_counted, 0)).toBe(Number(ledger!.count));
  }
  expect((await accounts.deps.ledger.verify()).differences).toEqual([]);
}

test(
  'the report equals the ledger after any sequence of calls, removals, rotations and month changes',
  async () => {
    const acts = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: searching },
        { weight: 6, arbitrary: ending },
        { weight: 2, arbitrary: recording },
        { weight: 1, arbitrary: removing },
        { weight: 1, arbitrary: waiting },
      ),
      { maxLength: 60, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        const w = await world();
        for (const act of sequence) await act(w);
        await expectReportsEqual(w);
      }),
      { numRuns: RUNS },
    );
  },
  SLOW_MS,
);

/** Searches and counts once. */
async function search(w: World, key: 'first' | 'crm' | 'legacy' | 'test', userId: string | null = null) {
  const { deps, clock } = accounts;
  const endpoint = key === 'legacy' ? 'legacy_search' : 'buyer_search';
  const id = crypto.randomUUID();
  const expiresAt = new Date(clock.nowMs() + HOLD_MS).toISOString();
  const one = { reservation_id: id, expires_at: expiresAt, key_id: w.keys[key], user_id: userId, endpoint } as const;
  await deps.ledger.reserve([{ ...one, counted_thing: null }], clock.nowMs());
  await deps.ledger.commit([{ reservationId: id, skiptraced: true }], clock.nowMs());
}

test("sums the usage of an enterprise key's users and of all keys of a company", async () => {
  const w = await world();
  await search(w, 'crm', 'ann');
  await search(w, 'crm', '+bob');
  await search(w, 'first');
  await search(w, 'legacy');
  await search(w, 'test');
  await updateApiUser(accounts.deps, OPERATOR, w.keys.crm, { user_id: 'ann', active: false });
  const month = '2026-09-01';
  const lines = (overview: { endpoints: { endpoint: string }[] }) =>
    Object.fromEntries(overview.endpoints.map(({ endpoint, ...line }) => [endpoint, line]));
  const ofKey = await usageOfKey(accounts.deps, w.keys.crm, null, month);
  expect(ofKey.scope).toBe('users_of_key');
  expect(lines(ofKey).buyer_search).toEqual({ limit: null, used: 2, reserved: 0, remaining: null });
  const company = await accounts.deps.companies.find(w.companyName);
  const ofCompany = lines(await usageOfCompany(accounts.deps, company!, month));
  expect(ofCompany.buyer_search).toEqual({ limit: 25, used: 3, reserved: 0, remaining: 24, used_in_pool: 1 });
  expect(ofCompany.legacy_search).toEqual({ limit: null, used: 1, reserved: 0, remaining: null, used_in_pool: 0 });
  const { rows } = await usageReport(accounts.deps, { month, by: ['company'], companyId: w.companyId });
  expect(rows).toEqual([{ month: '2026-09', company: w.companyName, calls_counted: 4, calls_not_counted: 0 }]);
});

test('writes CSV with names that cannot run as formulas', async () => {
  const w = await world();
  await search(w, 'crm', '+bob');
  await search(w, 'first');
  const { companyId, companyName, keys } = w;
  const report = await usageReport(accounts.deps, { month: '2026-09-01', by: ['user'], companyId });
  const company = `"'${companyName.replaceAll('"', '""')}"`;
  const expected = [`2026-09,${company},${keys.crm},'+bob,1,0`, `2026-09,${company},${keys.first},,1,0`];
  const [header, ...lines] = usageReportCsv(report).trimEnd().split('\n');
  expect(header).toBe('month,company,key_id,user_id,calls_counted,calls_not_counted');
  expect(lines.sort()).toEqual(expected.sort());
});
