import { beforeEach, describe, expect, test } from 'bun:test';
import { ADMIN_OPERATIONS, ROLES } from '@plat/contracts/admin';
import { ACME, consoleUnderTest, cookieOf } from '../console-under-test.fixture.ts';

const plat = consoleUnderTest();
const OWNER = { name: 'Ruth', role: 'owner' } as const;
const MEMBER = { name: 'Mel', role: 'member', company: ACME.name } as const;
const SESSION = '/admin/v1/session';

beforeEach(() => {
  plat.host.isHttps = false;
});

const redeem = (token: string, headers: Record<string, string> = {}, origin?: string) =>
  plat.send(SESSION, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
    ...(origin === undefined ? {} : { origin }),
  });
const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code ?? null,
];

describe('a one-time link', () => {
  test('signs in once, and only through its button', async () => {
    const token = await plat.link(OWNER);
    for (let opened = 0; opened < 3; opened++) {
      const page = await plat.send(`/console/sign-in?token=${token}`);
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await page.text()).toContain('action="/admin/v1/session"');
    }
    const first = await redeem(token);
    expect(await first.json()).toMatchObject({ user: 'Ruth', role: 'owner', company: null });
    expect(await outcome(await redeem(token))).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  test('signs in one of many parallel requests', async () => {
    const token = await plat.link(OWNER);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await redeem(token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('expires after 15 minutes', async () => {
    const [early, late] = [await plat.link(OWNER), await plat.link(OWNER)];
    plat.clock.advance(15 * 60_000 - 1);
    expect((await redeem(early)).status).toBe(200);
    plat.clock.advance(1);
    expect((await redeem(late)).status).toBe(401);
  });

  test('takes the form of its page and goes to the console', async () => {
    const response = await plat.send(SESSION, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' },
      body: new URLSearchParams({ token: await plat.link(OWNER) }).toString(),
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console']);
    expect((await plat.send(SESSION, { headers: { cookie: cookieOf(response) } })).status).toBe(200);
    const unknown = await plat.send(SESSION, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'token=unknown',
    });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  });

  test('shows a token from the address as text only', async () => {
    const page = await plat.send(`/console/sign-in?token=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(await page.text()).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
  });

  test('stores neither its token nor the token of the session', async () => {
    const token = await plat.link(OWNER);
    const { cookie } = await plat.signIn(OWNER);
    const rows = await plat.database.sql`
      select sha256 from console.sign_in_links union all select sha256 from console.sessions`;
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(1);
    for (const secret of [token, cookie.split('=')[1]!]) expect(stored).not.toContain(secret);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('refuses a form of another site (%p)', async (headers) => {
    const token = await plat.link(OWNER);
    expect(await outcome(await redeem(token, headers as unknown as Record<string, string>))).toEqual([
      403,
      'CSRF_TOKEN_INVALID',
    ]);
    expect((await redeem(token)).status).toBe(200);
  });
});

describe('the cookie', () => {
  test('is HttpOnly and strict on loopback', async () => {
    const cookie = (await redeem(await plat.link(OWNER))).headers.get('set-cookie');
    expect(cookie).toMatch(/^plat-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  });

  test('is bound to the host and Secure over HTTPS', async () => {
    plat.host.isHttps = true;
    const response = await redeem(await plat.link(OWNER), {}, 'http://plat.example.com');
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-plat-session=.*; Secure$/);
    const planted = cookieOf(response).replace('__Host-', '');
    expect((await plat.send(SESSION, { headers: { cookie: planted } })).status).toBe(401);
  });

  test('is not given over plain HTTP on another host', async () => {
    const token = await plat.link(OWNER);
    expect(await outcome(await redeem(token, {}, 'http://plat.example.com'))).toEqual([403, 'HTTPS_REQUIRED']);
    expect((await redeem(token)).status).toBe(200);
  });

  test('never keeps a token that a browser brought along', async () => {
    const planted = 'plat-session=chosen-by-somebody-else';
    const before = await plat.signIn(MEMBER);
    for (const cookie of [planted, before.cookie]) {
      const response = await redeem(await plat.link(OWNER), { cookie });
      expect(cookieOf(response)).not.toBe(cookie);
      expect(cookieOf(response)).toStartWith('plat-session=');
    }
    expect((await plat.send(SESSION, { headers: { cookie: planted } })).status).toBe(401);
  });
});

describe('a session', () => {
  test('is required by every operation but the sign-in', async () => {
    const guarded = ADMIN_OPERATIONS.filter(({ roles }) => roles !== null);
    expect(guarded.length).toBeGreaterThan(4);
    for (const { method, path } of guarded) {
      const response = await plat.send(path, { method });
      expect([method, path, ...(await outcome(response))]).toEqual([method, path, 401, 'SIGN_IN_REQUIRED']);
    }
  });

  test('gives each role its operations only', async () => {
    for (const role of ROLES) {
      const browser = await plat.signIn(role === 'member' ? MEMBER : { name: role, role });
      for (const { method, path, roles } of ADMIN_OPERATIONS) {
        if (roles === null || roles.includes(role)) continue;
        const response = await plat.as(browser, path, { method });
        expect([role, method, path, ...(await outcome(response))]).toEqual([
          role,
          method,
          path,
          403,
          'ROLE_NOT_ALLOWED',
        ]);
      }
    }
  });

  test('changes nothing without its CSRF token', async () => {
    const [browser, other] = [await plat.signIn(OWNER), await plat.signIn(MEMBER)];
    for (const csrf of ['', 'x', other.csrf]) {
      for (const { method, path } of ADMIN_OPERATIONS.filter(
        ({ method, roles }) => method !== 'GET' && roles !== null,
      )) {
        const response = await plat.as({ ...browser, csrf }, path, { method });
        expect([method, path, ...(await outcome(response))]).toEqual([method, path, 403, 'CSRF_TOKEN_INVALID']);
      }
    }
    const foreign = await plat.as(browser, SESSION, { method: 'DELETE', headers: { 'sec-fetch-site': 'same-site' } });
    expect(await outcome(foreign)).toEqual([403, 'CSRF_TOKEN_INVALID']);
    expect((await plat.as(browser, SESSION)).status).toBe(200);
  });

  test('ends after 8 hours without use, and after 7 days in any case', async () => {
    const HOUR_MS = 3_600_000;
    const [idle, busy] = [await plat.signIn(OWNER), await plat.signIn(OWNER)];
    plat.clock.advance(8 * HOUR_MS - 1);
    expect((await plat.as(busy, SESSION)).status).toBe(200);
    plat.clock.advance(1);
    expect((await plat.as(idle, SESSION)).status).toBe(401);
    for (let hours = 8; hours < 7 * 24 - 4; hours += 4) {
      expect((await plat.as(busy, SESSION)).status).toBe(200);
      plat.clock.advance(4 * HOUR_MS);
    }
    plat.clock.advance(4 * HOUR_MS);
    expect((await plat.as(busy, SESSION)).status).toBe(401);
  });

  test('is not that of a member whose company was deactivated', async () => {
    const member = await plat.signIn(MEMBER);
    ACME.active = false;
    expect(await outcome(await plat.as(member, SESSION))).toEqual([401, 'SIGN_IN_REQUIRED']);
    ACME.active = true;
    expect((await plat.as(member, SESSION)).status).toBe(200);
  });

  test('is told to wait after 300 requests of its person in a minute', async () => {
    const [busy, other] = [await plat.signIn({ ...OWNER, name: 'Busy' }), await plat.signIn(OWNER)];
    for (let sent = 0; sent < 300; sent++) await plat.as(busy, SESSION);
    const refusal = await plat.as(busy, SESSION);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '60']);
    const elsewhere = await plat.signIn({ ...OWNER, name: 'Busy' });
    expect((await plat.as(elsewhere, SESSION)).status).toBe(429);
    expect((await plat.as(busy, '/console/tiles/x-1/0/0/0.pbf')).status).toBe(404);
    expect((await plat.as(other, SESSION)).status).toBe(200);
    plat.clock.advance(60_000);
    expect((await plat.as(busy, SESSION)).status).toBe(200);
  });

  test('ends for this browser, or everywhere', async () => {
    const [one, two, three] = [await plat.signIn(OWNER), await plat.signIn(OWNER), await plat.signIn(OWNER)];
    const ended = await plat.as(one, SESSION, { method: 'DELETE' });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect([(await plat.as(one, SESSION)).status, (await plat.as(two, SESSION)).status]).toEqual([401, 200]);
    await plat.as(two, `${SESSION}?everywhere=true`, { method: 'DELETE' });
    expect((await plat.as(three, SESSION)).status).toBe(401);
  });
});

describe('people', () => {
  test('are changed by owners, which ends their sessions and links', async () => {
    const owner = await plat.signIn(OWNER);
    const viewer = await plat.signIn({ name: 'Vic', role: 'operator' });
    const unused = await plat.link({ name: 'Vic', role: 'operator' });
    const { people } = (await (await plat.as(owner, '/admin/v1/people?limit=500')).json()) as {
      people: { id: string; name: string; role: string }[];
    };
    const { id } = people.find(({ name }) => name === 'Vic')!;
    const change = (body: object, person = id) =>
      plat.as(owner, `/admin/v1/people?person_id=${person}`, { method: 'PATCH', body: JSON.stringify(body) });
    expect(await (await change({ role: 'member', company: ACME.name })).json()).toMatchObject({
      role: 'member',
      company: ACME.name,
    });
    expect((await plat.as(viewer, SESSION)).status).toBe(401);
    expect((await redeem(unused)).status).toBe(401);
    expect((await change({ role: 'member', company: 'Nobody' })).status).toBe(404);
    expect((await change({ role: 'viewer', company: ACME.name })).status).toBe(400);
    const self = people.find(({ name }) => name === 'Ruth')!;
    expect((await change({ active: false }, self.id)).status).toBe(400);
    expect(plat.trail.at(-1)).toEqual({ actor: 'operator:Ruth', action: 'person.changed', subject: `person:${id}` });
  });

  test('who take another role or company by a link lose their other sessions', async () => {
    const name = 'Dana of two houses';
    const [one, two] = [await plat.signIn({ ...MEMBER, name }), await plat.signIn({ ...MEMBER, name })];
    expect((await plat.as(one, SESSION)).status).toBe(200);
    const owner = await plat.signIn({ name, role: 'owner' });
    const statuses = await Promise.all(
      [one, two, owner].map(async (browser) => (await plat.as(browser, SESSION)).status),
    );
    expect(statuses).toEqual([401, 401, 200]);
  });

  test.each([
    [{ name: 'a', id: 'x' }],
    [{ name: 'a', id: 1 }],
    [{ name: 7, id: ACME.id }],
    [{ name: 'a\0', id: ACME.id }],
  ])('refuse a forged cursor (%p)', async (place) => {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const response = await plat.as(await plat.signIn(OWNER), `/admin/v1/people?cursor=${cursor}`);
    expect(await outcome(response)).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('have no name with a null character, which the database cannot store', async () => {
    const body = JSON.stringify({ name: 'a\0b', role: 'owner' });
    const response = await plat.as(await plat.signIn(OWNER), '/admin/v1/sign-in-links', { method: 'POST', body });
    expect(await outcome(response)).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('come in pages', async () => {
    const owner = await plat.signIn(OWNER);
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? 'limit=1' : `limit=1&cursor=${cursor}`;
      const response = await plat.as(owner, `/admin/v1/people?${query}`);
      const page = (await response.json()) as { people: { name: string }[]; next_cursor: string | null };
      names.push(...page.people.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names).size).toBe(names.length);
    expect((await plat.as(owner, '/admin/v1/people?cursor=x')).status).toBe(400);
  });
});
