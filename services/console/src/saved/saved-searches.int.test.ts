import { beforeEach, expect, test } from 'bun:test';
import { ACME, BIRCH, type Browser, consoleUnderTest } from '../console-under-test.fixture.ts';

const SAVED = '/admin/v1/saved-searches';
const console = consoleUnderTest();
const search = (name: string) => ({
  name,
  query: 'address=1+W+Main+St&radius=3',
  buyers: [{ buyer_id: 'b-1', last_purchase_date: '2026-01-20', name: 'Ada Example' }],
  records_through: '2026-02-27',
});

const member = (name: string, company = ACME.name) => console.signIn({ name, role: 'member', company });
const send = async (browser: Browser, method: string, path = '', body?: object) => {
  const response = await console.as(browser, `${SAVED}${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as any) };
};

beforeEach(async () => {
  await console.database.sql`delete from console.saved_searches`;
});

test('a saved search keeps what was seen, until its person has seen more or deletes it', async () => {
  const browser = await member('Mel');
  const { status, body } = await send(browser, 'POST', '', search(' Main St '));
  expect([status, body]).toMatchObject([201, { name: 'Main St', records_through: '2026-02-27' }]);
  const details = `/details?saved_search_id=${body.id}`;
  expect((await send(browser, 'GET', details)).body.buyers).toEqual([
    { buyer_id: 'b-1', last_purchase_date: '2026-01-20' },
  ]);

  console.clock.advance(60_000);
  const seen = { buyers: [{ buyer_id: 'b-2', last_purchase_date: null }], records_through: null };
  const changed = await send(browser, 'PATCH', `?saved_search_id=${body.id}`, seen);
  expect(changed.body).toMatchObject({ id: body.id, seen_at: new Date(console.clock.nowMs()).toISOString() });
  expect((await send(browser, 'GET', details)).body).toMatchObject(seen);

  expect((await send(browser, 'DELETE', `?saved_search_id=${body.id}`)).status).toBe(204);
  expect((await send(browser, 'GET')).body).toEqual({ saved_searches: [] });
});

test('a saved search exists for its person alone', async () => {
  const { body } = await send(await member('Mel'), 'POST', '', search('Mine'));
  for (const stranger of [
    await member('Bo', BIRCH.name),
    await member('Max'),
    await console.signIn({ name: 'Olga', role: 'owner' }),
  ]) {
    expect((await send(stranger, 'GET')).body).toEqual({ saved_searches: [] });
    expect((await send(stranger, 'GET', `/details?saved_search_id=${body.id}`)).status).toBe(404);
    const seen = { buyers: [], records_through: null };
    expect((await send(stranger, 'PATCH', `?saved_search_id=${body.id}`, seen)).status).toBe(404);
    expect((await send(stranger, 'DELETE', `?saved_search_id=${body.id}`)).status).toBe(404);
  }
});

test('people save a hundred searches, also when they save them at once', async () => {
  const browser = await member('Mel');
  const saved = await Promise.all(Array.from({ length: 103 }, (_, at) => send(browser, 'POST', '', search(`${at}`))));
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(saved.filter(({ body }) => body.code === 'LIMIT_REACHED')).toHaveLength(3);
});

test.each([
  ['name', { name: ' ' }],
  ['query', { query: 'x'.repeat(2_001) }],
  ['buyers', { buyers: [{ buyer_id: 'x'.repeat(101), last_purchase_date: null }] }],
  ['records_through', { records_through: '2026-02-30' }],
])('refuses a wrong %s', async (_, wrong) => {
  expect((await send(await member('Mel'), 'POST', '', { ...search('Any'), ...wrong })).status).toBe(400);
});
