import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { AUDIENCE, CLIENT_SECRET, startTestIssuer } from '@plat/openid/testing';
import { UnsecuredJWT } from 'jose';
import { ACME, consoleUnderTest, cookieOf } from '../console-under-test.fixture.ts';
import { createIdentityProvider } from './wiring.ts';

const ORIGIN = 'http://127.0.0.1:8080';
const BEGIN = '/console/sign-in/provider';
const issuer = await startTestIssuer(() => plat.clock.nowMs());
const SETTINGS = {
  PLAT_CONSOLE_OIDC_ISSUER: issuer.url,
  PLAT_CONSOLE_OIDC_CLIENT_ID: AUDIENCE,
  PLAT_CONSOLE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  PLAT_CONSOLE_OIDC_NAME: 'Example <Login>',
};
const plat = consoleUnderTest(undefined, () => SETTINGS);
const VIEWER = { name: 'Vic', role: 'viewer' } as const;
afterAll(() => issuer.close());
beforeEach(() => {
  plat.deps.people.provider = createIdentityProvider(SETTINGS, plat.deps);
});

/** Claims of the provider's role claim decide from now on. */
const useRoleClaim = () => {
  const settings = { ...SETTINGS, PLAT_CONSOLE_OIDC_ROLE_CLAIM: 'plat_role' };
  plat.deps.people.provider = createIdentityProvider(settings, plat.deps);
};

/** Opens the way to the provider. */
const begin = async (query: Record<string, string> = {}, cookie = '') => {
  const response = await plat.send(`${BEGIN}?${new URLSearchParams(query)}`, { headers: { cookie } });
  return { page: response.headers.get('location') ?? 'no page', cookie: cookieOf(response), response };
};
const comeBack = ({ pathname, search }: URL, cookie: string) =>
  plat.send(`${pathname}${search}`, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
/** The whole way of a person. */
const signIn = async (claims: Record<string, unknown>, query: Record<string, string> = {}) => {
  const { page, cookie } = await begin(query);
  return comeBack(issuer.signInAt(page, claims), cookie);
};
const sessionOf = async (response: Response) =>
  (await plat.send('/admin/v1/session', { headers: { cookie: cookieOf(response) } })).json();
const refused = async (response: Response) => {
  expect(response.headers.getSetCookie().filter((one) => one.startsWith('plat-session'))).toEqual([]);
  return [response.status, (await response.text()).match(/role="alert">(.*?)</)?.[1]];
};

describe('a person of the provider', () => {
  test('is invited by a link once, and then signs in without one', async () => {
    const claims = { sub: 'ruth', email: 'ruth@example.com', email_verified: true };
    const token = await plat.link(VIEWER);
    const page = await (await plat.send(`/console/sign-in?token=${token}`)).text();
    expect(page).toContain('Sign in with Example &lt;Login&gt;</a>');
    const first = await signIn(claims, { token });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/console']);
    expect(await sessionOf(first)).toMatchObject({ user: 'ruth@example.com', role: 'viewer', company: null });
    expect(await sessionOf(await signIn(claims))).toMatchObject({ user: 'ruth@example.com', role: 'viewer' });
    const again = await plat.send('/admin/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(again.status).toBe(401);
    expect(plat.trail.at(-1)).toMatchObject({ actor: 'operator:ruth@example.com', action: 'console.signed_in' });
  });

  test('gets no access without an invitation, and reads whom to ask', async () => {
    const [status, text] = await refused(await signIn({ sub: 'nobody', email: 'eve@example.com' }));
    expect([status, text]).toEqual([403, expect.stringContaining('You are eve@example.com, but nobody invited you')]);
  });

  test('is not the person of a link with the same name', async () => {
    await plat.signIn({ name: 'same@example.com', role: 'owner' });
    const [status] = await refused(await signIn({ sub: 'impostor', email: 'same@example.com' }));
    expect(status).toBe(403);
  });

  test('is turned away once an owner deactivated them', async () => {
    const claims = { sub: 'gone', email: 'gone@example.com' };
    await signIn(claims, { token: await plat.link(VIEWER) });
    await plat.database.sql`update console.people set active = false where name = 'gone@example.com'`;
    expect((await refused(await signIn(claims)))[0]).toBe(403);
  });

  test('is called by another name when the provider does not vouch for the address', async () => {
    const claims = { sub: 'unproven', email: 'owner@example.com', email_verified: false, name: 'Una' };
    expect(await sessionOf(await signIn(claims, { token: await plat.link(VIEWER) }))).toMatchObject({ user: 'Una' });
  });
});

describe('the role claim', () => {
  test.each<[unknown, object]>([
    ['operator', { role: 'operator', company: null }],
    [['staff', 'viewer', 'owner'], { role: 'owner', company: null }],
    [`member:${ACME.name}`, { role: 'member', company: ACME.name }],
  ])('%p decides', async (claim, expected) => {
    useRoleClaim();
    expect(await sessionOf(await signIn({ sub: 'claims', plat_role: claim }))).toMatchObject(expected);
  });

  test.each([undefined, 'admin', 'member', 'owner:Acme Homes', 7, ['owners']])('%p gives no access', async (claim) => {
    useRoleClaim();
    const [status, text] = await refused(await signIn({ sub: 'claims', plat_role: claim }));
    expect([status, text]).toEqual([403, expect.stringContaining('gives you no role in Plat')]);
  });

  test('of a company that does not exist gives no access', async () => {
    useRoleClaim();
    expect((await refused(await signIn({ sub: 'claims', plat_role: 'member:Nobody' })))[0]).toBe(404);
  });
});

describe('an answer that proves nothing', () => {
  const UNCONFIRMED = [401, 'The answer of Example &lt;Login&gt; could not be confirmed; sign in again.'];
  /** Comes back with a token that is made differently. */
  const withToken = async (makeToken: (nonce: string) => Promise<string>) => {
    const { page, cookie } = await begin({ token: await plat.link(VIEWER) });
    return refused(await comeBack(issuer.signInAt(page, {}, makeToken), cookie));
  };

  test.each<[string, (nonce: string) => Record<string, unknown>]>([
    ['another nonce', () => ({ nonce: 'other' })],
    ['no nonce', () => ({})],
    ['another issuer', (nonce) => ({ nonce, iss: 'https://evil.example' })],
    ['another audience', (nonce) => ({ nonce, aud: 'other-client' })],
    ['an authorized party that is not ours', (nonce) => ({ nonce, aud: [AUDIENCE, 'other'], azp: 'other' })],
    ['several audiences without an authorized party', (nonce) => ({ nonce, aud: [AUDIENCE, 'other'] })],
    ['an end that is over', (nonce) => ({ nonce, exp: Math.floor(plat.clock.nowMs() / 1_000) - 61 })],
    ['no subject', (nonce) => ({ nonce, sub: '' })],
  ])('has a token with %s', async (_what, claims) => {
    expect(await withToken((nonce) => issuer.token(claims(nonce)))).toEqual(UNCONFIRMED);
  });

  test('has a token without a signature', async () => {
    const now = Math.floor(plat.clock.nowMs() / 1_000);
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'user-1', iat: now, exp: now + 600 };
    expect(await withToken(async (nonce) => new UnsecuredJWT({ ...claims, nonce }).encode())).toEqual(UNCONFIRMED);
  });

  test('has another state', async () => {
    const { page, cookie } = await begin();
    const back = issuer.signInAt(page);
    back.searchParams.set('state', 'other');
    expect(await refused(await comeBack(back, cookie))).toEqual(UNCONFIRMED);
  });

  test('names another issuer', async () => {
    const { page, cookie } = await begin();
    const back = issuer.signInAt(page);
    back.searchParams.set('iss', 'https://evil.example');
    expect(await refused(await comeBack(back, cookie))).toEqual(UNCONFIRMED);
  });

  test('has a code that was used', async () => {
    const { page, cookie } = await begin({ token: await plat.link(VIEWER) });
    const back = issuer.signInAt(page);
    expect((await comeBack(back, cookie)).status).toBe(303);
    expect(await refused(await comeBack(back, cookie))).toEqual(UNCONFIRMED);
  });

  test('has the code of another browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const back = issuer.signInAt(theirs.page);
    expect(await refused(await comeBack(back, mine.cookie))).toEqual(UNCONFIRMED);
    back.searchParams.set('state', new URL(mine.page).searchParams.get('state')!);
    expect(await refused(await comeBack(back, mine.cookie))).toEqual(UNCONFIRMED);
    expect((await refused(await comeBack(issuer.signInAt(theirs.page), '')))[0]).toBe(401);
  });

  test('is the refusal of the provider, shown as text only', async () => {
    const { cookie } = await begin();
    const back = new URL(`${ORIGIN}/console/sign-in/callback?error=access_denied`);
    expect((await refused(await comeBack(back, cookie)))[1]).toContain('did not sign you in (access_denied)');
    back.searchParams.set('error', '<script>alert(1)</script>');
    expect(await (await comeBack(back, cookie)).text()).not.toContain('script');
  });
});

describe('the way back', () => {
  test('gets a fresh session, whatever the browser brought along', async () => {
    const before = await plat.signIn({ name: 'Before', role: 'owner' });
    const { page, cookie } = await begin({ token: await plat.link(VIEWER) }, before.cookie);
    const response = await comeBack(issuer.signInAt(page, { sub: 'fixed' }), `${before.cookie}; ${cookie}`);
    const [session, ended] = response.headers.getSetCookie();
    expect(session).toMatch(/^plat-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/);
    expect(session).not.toContain(before.cookie);
    expect(ended).toContain('plat-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });

  test.each([
    ['/console/buyers?address=1%20Main', '/console/buyers?address=1%20Main'],
    ['https://evil.example/console', '/console'],
    ['//evil.example/console', '/console'],
    ['/console/../admin/v1/session', '/console'],
    ['/console.evil.example', '/console'],
    ['/console\\..\\..\\evil', '/console'],
    ['/console@evil.example', '/console'],
    ['javascript:alert(1)', '/console'],
  ])('to %p leads to %p', async (to, location) => {
    const response = await signIn({ sub: 'fixed' }, { token: await plat.link(VIEWER), to });
    expect(response.headers.get('location')).toBe(location);
  });

  test('is kept in a cookie of this host, and neither secret goes to the provider', async () => {
    const { page, cookie } = await begin({ token: 'token-of-a-link' });
    const { searchParams } = new URL(page);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      tenant: 'plat',
      response_type: 'code',
      client_id: AUDIENCE,
      redirect_uri: `${ORIGIN}/console/sign-in/callback`,
      code_challenge_method: 'S256',
    });
    for (const part of cookie.split('=')[1]!.split('.')) if (part !== '') expect(page).not.toContain(part);
    plat.host.isHttps = true;
    const secure = (await begin()).response.headers.get('set-cookie');
    plat.host.isHttps = false;
    expect(secure).toMatch(/^__Host-plat-sign-in=.*; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/);
    const plain = await plat.send(BEGIN, { origin: 'http://plat.example.com' });
    expect((await refused(plain))[0]).toBe(403);
  });
});

test('a provider that is away is said so, and one-time links still work', async () => {
  const settings = { ...SETTINGS, PLAT_CONSOLE_OIDC_ISSUER: 'http://127.0.0.1:1' };
  plat.deps.people.provider = createIdentityProvider(settings, plat.deps);
  expect(await refused((await begin()).response)).toEqual([502, expect.stringContaining('by a one-time link')]);
  expect((await plat.as(await plat.signIn(VIEWER), '/admin/v1/session')).status).toBe(200);
});

test('the sign-in page learns of the provider', async () => {
  const ways = await (await plat.send('/admin/v1/sign-in-ways')).json();
  expect(ways).toEqual({ provider: { name: 'Example <Login>', sign_in_path: BEGIN } });
  plat.deps.people.provider = null;
  expect(await (await plat.send('/admin/v1/sign-in-ways')).json()).toEqual({ provider: null });
  expect((await plat.send(BEGIN)).status).toBe(404);
});
