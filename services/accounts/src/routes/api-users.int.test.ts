import { beforeAll, describe, expect, test } from 'bun:test';
import { createApiUser, getApiUser, listApiUsers, USER_USAGE_NAMES, updateApiUser } from '@plat/contracts';
import { accountsUnderTest } from '../accounts-under-test.fixture.ts';

const accounts = accountsUnderTest();
const { call } = accounts;
let keyId: string;
let otherKeyId: string;
beforeAll(async () => {
  ({ keyId } = await accounts.enterpriseKey());
  ({ keyId: otherKeyId } = await accounts.enterpriseKey());
});

const create = (userId: unknown, more: object = {}, key = keyId) =>
  call(createApiUser, { keyId: key }, { body: { user_id: userId, ...more } });
const read = (userId: string, key = keyId) => call(getApiUser, { keyId: key }, { query: { user_id: userId } });
const update = (userId: string, active: unknown, key = keyId) =>
  call(updateApiUser, { keyId: key }, { body: { user_id: userId, active } });

describe('POST /v1/api-users', () => {
  test('returns 201 with exactly the documented fields, active by default', async () => {
    const { status, body } = await create('agent-1');
    expect(status).toBe(201);
    expect(body).toEqual({ user_id: 'agent-1', active: true, created_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await create('agent-2', { active: false })).body).toMatchObject({ active: false });
    expect((await create('agent-3', { active: true })).body).toMatchObject({ active: true });
  });

  test('returns 409 for an existing user_id and changes nothing', async () => {
    const first = await create('twice');
    expect(await create('twice', { active: false })).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } });
    expect((await read('twice')).body).toMatchObject(first.body);
  });

  test('compares ids exactly: case and spaces make different users', async () => {
    for (const userId of ['Ex act', 'ex act', 'ex  act', 'exact']) expect((await create(userId)).status).toBe(201);
    expect((await read(' exact')).status).toBe(404);
  });

  test('allows two keys to have the same user_id', async () => {
    expect((await create('shared')).status).toBe(201);
    expect((await create('shared', {}, otherKeyId)).status).toBe(201);
  });

  test('lets exactly one of 20 parallel calls for one user_id return 201, the others 409', async () => {
    for (const userId of ['race-1', 'race-2', 'race-3']) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(userId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    }
  });

  test.each([
    ['user_id', {}],
    ['user_id', { user_id: '' }],
    ['user_id', { user_id: '   ' }],
    ['user_id', { user_id: ' a header would be trimmed' }],
    ['user_id', { user_id: 'a header would be trimmed ' }],
    ['user_id', { user_id: 7 }],
    ['user_id', { user_id: null }],
    ['user_id', { user_id: 'x'.repeat(256) }],
    ['user_id', { user_id: 'line\nbreak' }],
    ['user_id', { user_id: 'nul\u0000' }],
    ['user_id', { user_id: 'half \ud83d' }],
    ['active', { user_id: 'a', active: 'yes' }],
  ])('returns 400 naming %s for %j', async (field, body) => {
    const answer = await call(createApiUser, { keyId }, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', fields: [{ field }] } });
    expect(answer.body.error).toStartWith(field);
  });

  test('returns 400 "Invalid request body" if the body is not a JSON object', async () => {
    for (const body of ['{', '[]', 'null', '']) {
      expect(await call(createApiUser, { keyId }, { body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request body' },
      });
    }
  });

  test('accepts any text of 1 to 255 characters without control characters', async () => {
    for (const userId of ['x'.repeat(255), '用户 1', "Robert'); drop table", '{"a":1}', '%', '𝒳', '-', '0']) {
      expect((await create(userId)).status).toBe(201);
      expect((await read(userId)).body.user_id).toBe(userId);
    }
  });
});

describe('GET /v1/api-users', () => {
  test('returns a new user with every data endpoint at 0', async () => {
    await create('fresh');
    expect(await read('fresh')).toEqual({
      status: 200,
      body: {
        user_id: 'fresh',
        active: true,
        created_at: expect.any(String),
        subscriptions: [],
        current_period_usage: Object.fromEntries(USER_USAGE_NAMES.map((name) => [name, 0])),
      },
    });
  });

  test("returns this user's usage of the current UTC calendar month", async () => {
    await create('busy');
    const owner = (await accounts.deps.users.find(keyId, 'busy'))?.id ?? '';
    const counted = (endpoint: string, month: string, used: number) => ({ owner_id: owner, endpoint, month, used });
    const rows = [
      counted('buyer_search', '2026-03-01', 7),
      counted('analytics_summary', '2026-03-01', 1),
      counted('buyer_search', '2026-02-01', 5),
      counted('autocomplete', '2026-04-01', 3),
    ];
    await accounts.database.sql`insert into accounts.usage_counters ${accounts.database.sql(rows)}`;
    const usage = async () => (await read('busy')).body.current_period_usage;
    expect(await usage()).toMatchObject({
      buyer_search: 7,
      analytics_summary: 1,
      analytics_search: 0,
      autocomplete: 0,
    });
    accounts.clock.set('2026-03-31T23:59:59.999Z');
    expect(await usage()).toMatchObject({ buyer_search: 7 });
    accounts.clock.set('2026-04-01T00:00:00Z');
    expect(await usage()).toMatchObject({ buyer_search: 0, autocomplete: 3 });
    accounts.clock.set('2026-03-01T12:00:00Z');
  });

  test('shows an inactive user too', async () => {
    await create('sleeping', { active: false });
    expect((await read('sleeping')).body).toMatchObject({ user_id: 'sleeping', active: false });
  });

  test("returns the same 404 for an unknown user and another key's user", async () => {
    await create('private', {}, otherKeyId);
    const foreign = await read('private');
    const unknown = await read('nobody');
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown).replace('nobody', 'private'));
  });

  test('returns 400 without a valid user_id', async () => {
    expect(await call(getApiUser, { keyId })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    for (const userId of ['', ' ', 'x'.repeat(256)]) expect((await read(userId)).status).toBe(400);
  });
});

describe('PATCH /v1/api-users', () => {
  test('returns 200 with the current user, also without a change', async () => {
    const { body: created } = await create('switched');
    for (const active of [true, false, false, true, true]) {
      expect(await update('switched', active)).toEqual({ status: 200, body: { ...created, active } });
      expect((await read('switched')).body.active).toBe(active);
    }
  });

  test("returns 404 for an unknown user and another key's user, and leaves that one unchanged", async () => {
    await create('guarded', {}, otherKeyId);
    expect((await update('guarded', false)).status).toBe(404);
    expect((await update('nobody', false)).status).toBe(404);
    expect((await read('guarded', otherKeyId)).body.active).toBe(true);
  });

  test('returns 400 naming active if it is missing or not a boolean', async () => {
    for (const active of [undefined, null, 'false', 0]) {
      expect(await update('switched', active)).toMatchObject({ status: 400, body: { fields: [{ field: 'active' }] } });
    }
  });
});

describe('GET /v1/api-users/list', () => {
  const list = (key: string, cursor?: string) =>
    call(listApiUsers, { keyId: key }, cursor === undefined ? {} : { query: { cursor } });

  test('lists every user of the key once, in pages, also when users are created in between', async () => {
    const { keyId: key } = await accounts.enterpriseKey();
    const names = Array.from({ length: 250 }, (_, index) => `user-${String(index).padStart(3, '0')}`);
    const rows = names.map((user_id) => ({ key_id: key, user_id, active: true }));
    await accounts.database.sql`insert into accounts.end_users ${accounts.database.sql(rows)}`;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await list(key, cursor);
      expect(status).toBe(200);
      expect(body.users.length).toBeLessThanOrEqual(100);
      seen.push(...body.users.map(({ user_id }: { user_id: string }) => user_id));
      await create(`early-${seen.length}`, {}, key);
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
  });

  test('ends exactly at a full page', async () => {
    const { keyId: key } = await accounts.enterpriseKey();
    const rows = Array.from({ length: 100 }, (_, index) => ({ key_id: key, user_id: `u${index}`, active: false }));
    await accounts.database.sql`insert into accounts.end_users ${accounts.database.sql(rows)}`;
    const { body } = await list(key);
    expect(body.users).toHaveLength(100);
    expect(body.next_cursor).toBeNull();
  });

  test('is empty for a key without users', async () => {
    const { keyId: key } = await accounts.enterpriseKey();
    expect(await list(key)).toEqual({ status: 200, body: { users: [], next_cursor: null } });
  });

  test('returns 400 for an invalid cursor', async () => {
    for (const cursor of ['***', 'a', 'AA==', 'gA', '']) {
      expect(await list(keyId, cursor)).toMatchObject({ status: 400, body: { fields: [{ field: 'cursor' }] } });
    }
  });
});

test('account endpoints accept enterprise keys only: any other principal gets 403', async () => {
  for (const keyKind of ['subscriber', 'legacy_search', 'service'] as const) {
    expect(await call(getApiUser, { keyId, keyKind }, { query: { user_id: 'fresh' } })).toMatchObject({
      status: 403,
      body: { code: 'ENDPOINT_NOT_AUTHORIZED' },
    });
  }
});
