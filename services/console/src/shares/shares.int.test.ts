import { beforeEach, describe, expect, test } from 'bun:test';
import { extractText } from 'unpdf';
import { ACME, BIRCH, type Browser, consoleUnderTest } from '../console-under-test.fixture.ts';
import { sharedPlace } from './shared-place.fixture.ts';

const DAY_MS = 86_400_000;
const SHARES = '/admin/v1/shares';
const console = consoleUnderTest();

const member = (company = ACME.name, name = `Mel of ${company}`) => console.signIn({ name, role: 'member', company });
const share = (browser: Browser, body: object = { place: sharedPlace() }) =>
  console.as(browser, SHARES, { method: 'POST', body: JSON.stringify(body) });
const shared = async (browser: Browser, body?: object) => {
  const response = await share(browser, body);
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; url: string; expires_at: string };
};
const open = (url: string) => console.send(new URL(url).pathname);
const listed = async (browser: Browser) => {
  const { shares } = (await (await console.as(browser, SHARES)).json()) as {
    shares: { id: string; standing: string }[];
  };
  return shares.map(({ id, standing }) => [id, standing]);
};
const revoke = (browser: Browser, id: string) => console.as(browser, `${SHARES}?share_id=${id}`, { method: 'DELETE' });

beforeEach(async () => {
  await console.database.sql`delete from console.shares`;
  console.trail.splice(0);
});

describe('a shared link', () => {
  test('shows value, offer and buyers without a session, a script or a way to other pages', async () => {
    const { url, expires_at } = await shared(await member());
    expect(Date.parse(expires_at) - console.clock.nowMs()).toBe(7 * DAY_MS);
    const response = await open(url);
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const text of ['3043 W Monte Vista Trl', '$230,000', '$400,000', 'Buyer 1 LLC', 'by Acme Homes']) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/<(script|form|iframe)\b/);
    const token = url.split('/').at(-1);
    expect([...page.matchAll(/<a\s[^>]*>/g)].map(([tag]) => tag)).toEqual([`<a href="${token}.pdf" download>`]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('cache-control')).toContain('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toStartWith("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
  });

  test('keeps documented fields alone, so that contacts which a caller sends along are neither stored nor shown', async () => {
    const place = sharedPlace();
    const contact = { buyer_phone_number: 6_025_550_142, buyer_email: 'ada@example.com', contact: 'Ada Example' };
    const buyers = place.buyers.map((buyer) => Object.assign(buyer, contact));
    const { url } = await shared(await member(), {
      place: Object.assign(place, { buyers, owner_phone: '6025550142' }),
    });
    const page = await (await open(url)).text();
    const [stored] = await console.database.sql`select place::text as place from console.shares`;
    for (const text of [page, stored!.place]) expect(text).not.toMatch(/6025550142|ada@|Ada Example/);
  });

  test('shows a script in a name as text', async () => {
    const place = sharedPlace();
    const evil = '<script>alert(1)</script>"\'&';
    place.address = evil;
    place.buyers[0]!.name = evil;
    place.home!.property_type = '<img src=x onerror=alert(1)>';
    const page = await (await open((await shared(await member(), { place })).url)).text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|<img/);
  });

  test('offers the same as a PDF, which ends with the link', async () => {
    const browser = await member();
    const { id, url } = await shared(browser);
    const response = await open(`${url}.pdf`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="place.pdf"');
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()));
    expect(text).toHaveLength(2);
    expect(text[0]).toContain('$230,000');
    expect(text[1]).toContain('Made by Acme Homes on Mar 1, 2026');
    await revoke(browser, id);
    expect((await open(`${url}.pdf`)).status).toBe(410);
    expect((await console.send('/console/shared/guess.pdf')).status).toBe(404);
  });

  test('expires: then it is gone, and so is what it showed', async () => {
    const browser = await member();
    const { id, url } = await shared(browser, { place: sharedPlace(), days: 1 });
    console.clock.advance(DAY_MS - 1);
    expect((await open(url)).status).toBe(200);
    console.clock.advance(1);
    const gone = await open(url);
    expect(gone.status).toBe(410);
    expect(await gone.text()).not.toContain('Monte Vista');
    const again = await member();
    expect(await listed(again)).toEqual([[id, 'expired']]);
    await shared(again);
    const rows = await console.database.sql`select 1 from console.shares where id = ${id} and place is not null`;
    expect(rows).toHaveLength(0);
  });

  test('ends when it is revoked, and when its person is deactivated', async () => {
    const browser = await member();
    const [one, other] = [await shared(browser), await shared(browser)];
    const revoked = await revoke(browser, one.id);
    expect(await revoked.json()).toMatchObject({ id: one.id, standing: 'revoked' });
    expect((await open(one.url)).status).toBe(410);
    expect((await open(other.url)).status).toBe(200);
    expect(console.trail.map(({ action }) => action).slice(-3)).toEqual([
      ...['share.created', 'share.created', 'share.revoked'],
    ]);
    await console.database.sql`update console.people set active = false where name = 'Mel of Acme Homes'`;
    expect((await open(other.url)).status).toBe(410);
  });

  test('cannot be guessed: its token is stored as a hash, and other tokens are unknown', async () => {
    const { id, url } = await shared(await member());
    const token = url.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await console.database.sql`select s::text as row, sha256 from console.shares s`;
    expect(row!.row).not.toContain(token);
    for (const guess of [id, row!.sha256, token.slice(1), `${token}x`, '', 'x'.repeat(5_000), '%00', `${token}/..`]) {
      expect((await console.send(`/console/shared/${guess}`)).status).toBe(404);
    }
  });
});

test('a report of a place needs a session and holds no contact', async () => {
  const browser = await member();
  const place = sharedPlace();
  Object.assign(place.buyers[0]!, { buyer_phone_number: 6_025_550_142, buyer_email: 'ada@example.com' });
  const report = (by: Browser) =>
    console.as(by, '/admin/v1/place-reports', { method: 'POST', body: JSON.stringify({ place }) });
  expect((await report({ ...browser, cookie: '' })).status).toBe(401);
  const response = await report(browser);
  expect(response.status).toBe(200);
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
  expect(text).toContain('Buyer 1 LLC');
  expect(text).not.toMatch(/602|@/);
});

describe('links', () => {
  test('belong to their person: another company neither sees nor ends them, an operator does', async () => {
    const acme = await member();
    const { id, url } = await shared(acme);
    for (const stranger of [await member(BIRCH.name), await member(ACME.name, 'Max of Acme')]) {
      expect(await listed(stranger)).toEqual([]);
      expect((await revoke(stranger, id)).status).toBe(404);
    }
    expect((await open(url)).status).toBe(200);
    const operator = await console.signIn({ name: 'Ola', role: 'operator' });
    expect(await listed(operator)).toEqual([[id, 'active']]);
    expect((await revoke(operator, id)).status).toBe(200);
    expect((await open(url)).status).toBe(410);
  });

  test('need a session and its CSRF token, and bounded input', async () => {
    const { cookie, csrf } = await member();
    expect((await share({ cookie: '', csrf })).status).toBe(401);
    expect((await share({ cookie, csrf: 'wrong' })).status).toBe(403);
    const place = sharedPlace();
    for (const body of [
      ...[{}, { place, days: 0 }, { place, days: 31 }, { place: { ...place, buyers: sharedPlace(101).buyers } }],
      ...[{ place: { ...place, address: 'x'.repeat(301) } }, { place: { ...place, records_through: '2026-13-40' } }],
      { place: { ...place, address: 'a\0b' } },
    ]) {
      expect((await share({ cookie, csrf }, body)).status).toBe(400);
    }
  });

  test('are bounded for each company, also when they are made at once', async () => {
    const [acme, birch] = [await member(), await member(BIRCH.name)];
    const statuses = await Promise.all(Array.from({ length: 55 }, async () => (await share(acme)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    expect((await share(birch)).status).toBe(201);
    const first = (await (await console.as(acme, `${SHARES}?limit=30`)).json()) as {
      shares: unknown[];
      next_cursor: string;
    };
    const second = (await (
      await console.as(acme, `${SHARES}?limit=30&cursor=${first.next_cursor}`)
    ).json()) as typeof first;
    expect([first.shares.length, second.shares.length, second.next_cursor]).toEqual([30, 20, null] as never);
  });
});
