import { expect } from 'bun:test';
import {
  createApiUser,
  createApiUserSubscription,
  getApiUser,
  listApiUsers,
  METERED_ENDPOINT_NAMES,
  type MeteredEndpointName,
  updateApiUser,
  updateApiUserSubscription,
} from '@plat/contracts';
import fc from 'fast-check';
import type { AccountsAnswer, AccountsUnderTest } from './accounts-under-test.fixture.ts';
import { verifyKey } from './domain/keys/verify-key.ts';

/** The documented behaviour of users and subscriptions in a few maps. It shares no code with the product. */
export interface UsersModel {
  keys: ModelKey[];
}

interface ModelKey {
  plans: Readonly<Record<string, readonly MeteredEndpointName[]>>;
  users: Map<string, { active: boolean; subscriptions: ModelSubscription[] }>;
}

interface ModelSubscription {
  id: string;
  plan: string;
  active: boolean;
}

/** The service with the model's keys, by position. */
export interface UsersSystem {
  accounts: AccountsUnderTest;
  keys: { keyId: string; sha256: string }[];
}

type Step = fc.AsyncCommand<UsersModel, UsersSystem>;

/** Sends one request, checks its response, then compares the whole state with the model. */
abstract class Request implements Step {
  constructor(protected readonly at: number) {}
  check = () => true;
  abstract send(system: UsersSystem, model: UsersModel): Promise<AccountsAnswer>;
  /** Changes the model. Returns the expected response, and whether anything changed. */
  abstract expected(model: UsersModel, answer: AccountsAnswer): { status: number; body?: object; changes: boolean };

  async run(model: UsersModel, system: UsersSystem): Promise<void> {
    const { keyId } = system.keys[this.at]!;
    const epoch = await system.accounts.deps.epochs.current(keyId);
    const answer = await this.send(system, model);
    const { status, body, changes } = this.expected(model, answer);
    expect([`${this}`, answer.status]).toEqual([`${this}`, status]);
    if (body !== undefined) expect(answer.body).toMatchObject(body);
    // Without a change the epoch may advance too: the database repeats an earlier request's notification.
    if (changes) expect(await system.accounts.deps.epochs.current(keyId)).not.toBe(epoch);
    await checkKey(model, system, this.at);
  }

  protected call(system: UsersSystem, endpoint: Parameters<AccountsUnderTest['call']>[0], body: object) {
    return system.accounts.call(endpoint, { keyId: system.keys[this.at]!.keyId }, { body });
  }
}

class CreateUser extends Request {
  constructor(
    at: number,
    readonly user: string,
    readonly active: boolean,
  ) {
    super(at);
  }
  send = (system: UsersSystem) => this.call(system, createApiUser, { user_id: this.user, active: this.active });
  expected(model: UsersModel) {
    const { users } = model.keys[this.at]!;
    if (users.has(this.user)) return { status: 409, changes: false };
    users.set(this.user, { active: this.active, subscriptions: [] });
    return { status: 201, body: { user_id: this.user, active: this.active }, changes: true };
  }
  override toString = () => `create ${this.at}/${this.user} ${this.active}`;
}

class SetUser extends Request {
  constructor(
    at: number,
    readonly user: string,
    readonly active: boolean,
  ) {
    super(at);
  }
  send = (system: UsersSystem) => this.call(system, updateApiUser, { user_id: this.user, active: this.active });
  expected(model: UsersModel) {
    const user = model.keys[this.at]!.users.get(this.user);
    if (user === undefined) return { status: 404, changes: false };
    const changes = user.active !== this.active;
    user.active = this.active;
    if (!this.active) for (const subscription of user.subscriptions) subscription.active = false;
    return { status: 200, body: { user_id: this.user, active: this.active }, changes };
  }
  override toString = () => `set ${this.at}/${this.user} ${this.active}`;
}

class Subscribe extends Request {
  constructor(
    at: number,
    readonly user: string,
    readonly plan: string,
  ) {
    super(at);
  }
  send = (system: UsersSystem) =>
    this.call(system, createApiUserSubscription, { user_id: this.user, plan_id: this.plan });
  expected(model: UsersModel, answer: AccountsAnswer) {
    const { users, plans } = model.keys[this.at]!;
    const user = users.get(this.user);
    if (user?.active !== true || !(this.plan in plans)) return { status: 404, changes: false };
    user.subscriptions.push({ id: answer.body.id, plan: this.plan, active: true });
    return { status: 201, body: { plan_id: this.plan, active: true }, changes: true };
  }
  override toString = () => `subscribe ${this.at}/${this.user} ${this.plan}`;
}

/** Any existing subscription, also one of another key. */
class SetSubscription extends Request {
  constructor(
    at: number,
    readonly choice: number,
    readonly active: boolean,
  ) {
    super(at);
  }
  private chosen(model: UsersModel) {
    const all = model.keys.flatMap((key, owner) =>
      [...key.users.values()].flatMap((user) =>
        user.subscriptions.map((subscription) => ({ owner, user, subscription })),
      ),
    );
    return all[this.choice % Math.max(1, all.length)];
  }
  send = (system: UsersSystem, model: UsersModel) =>
    this.call(system, updateApiUserSubscription, {
      subscription_id: this.chosen(model)?.subscription.id ?? crypto.randomUUID(),
      active: this.active,
    });
  expected(model: UsersModel) {
    const found = this.chosen(model);
    if (found === undefined || found.owner !== this.at || !found.user.active) return { status: 404, changes: false };
    const { subscription } = found;
    const changes = subscription.active !== this.active;
    subscription.active = this.active;
    return { status: 200, body: { id: subscription.id, plan_id: subscription.plan, active: this.active }, changes };
  }
  override toString = () => `set subscription ${this.choice} by ${this.at} ${this.active}`;
}

/** Compares the list, every user and the gateway's view with the model. */
async function checkKey(model: UsersModel, { accounts, keys }: UsersSystem, at: number): Promise<void> {
  const { keyId, sha256 } = keys[at]!;
  const { users, plans } = model.keys[at]!;
  const byBytes = [...users.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const listed = (await accounts.call(listApiUsers, { keyId })).body;
  expect(listed.users.map(({ user_id, active }: { user_id: string; active: boolean }) => [user_id, active])).toEqual(
    byBytes.map((userId) => [userId, users.get(userId)!.active]),
  );
  for (const [userId, user] of users) {
    const details = await accounts.call(getApiUser, { keyId }, { query: { user_id: userId } });
    expect(details.body).toMatchObject({
      active: user.active,
      subscriptions: user.subscriptions.map(({ id, plan, active }) => ({ id, plan_id: plan, active })),
    });
    const verified = await verifyKey(accounts.deps, { key_sha256: sha256, user_id: userId });
    const covered = new Set(user.subscriptions.flatMap(({ active, plan }) => (active ? (plans[plan] ?? []) : [])));
    expect([verified?.user_known, verified?.covered_endpoints]).toEqual([
      user.active,
      METERED_ENDPOINT_NAMES.filter((name) => covered.has(name)),
    ]);
  }
}

/** @param plans all plans of the run, including some that a key lacks. */
export function userRequests(users: readonly string[], plans: readonly string[]): fc.Arbitrary<Iterable<Step>> {
  const at = fc.constantFrom(0, 1);
  const user = fc.constantFrom(...users);
  const active = fc.boolean();
  return fc.commands(
    [
      fc.tuple(at, user, active).map(([...given]) => new CreateUser(...given)),
      fc.tuple(at, user, active).map(([...given]) => new SetUser(...given)),
      fc.tuple(at, user, fc.constantFrom(...plans)).map(([...given]) => new Subscribe(...given)),
      fc.tuple(at, fc.nat(30), active).map(([...given]) => new SetSubscription(...given)),
    ],
    { maxCommands: 40, size: 'large' },
  );
}
