import { expect, test } from 'bun:test';
import { consoleUnderTest } from '../console-under-test.fixture.ts';

const plat = consoleUnderTest(() => ({ publicUrl: 'https://plat.example.com' }));

test('links for others name the address under which people reach Plat', async () => {
  const owner = await plat.signIn({ name: 'Ruth', role: 'owner' });
  const body = JSON.stringify({ name: 'Vic', role: 'viewer' });
  const response = await plat.as(owner, '/admin/v1/sign-in-links', { method: 'POST', body });
  const { sign_in_url: url } = (await response.json()) as { sign_in_url: string };
  expect(url).toStartWith('https://plat.example.com/console/sign-in?token=');
});

const redeem = (url: string) =>
  plat.send('/admin/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(url).searchParams.get('token') }),
  });

test('links work while their maker is an owner', async () => {
  const maker = await plat.signIn({ name: 'Stays', role: 'owner' });
  const body = JSON.stringify({ name: 'Guest', role: 'viewer' });
  const made = await plat.as(maker, '/admin/v1/sign-in-links', { method: 'POST', body });
  expect((await redeem(((await made.json()) as { sign_in_url: string }).sign_in_url)).status).toBe(200);
});

test('links end when their maker was deactivated or is no owner any more', async () => {
  for (const [name, change] of [
    ['Left', { active: false }],
    ['Demoted', { role: 'viewer' }],
  ] as const) {
    const maker = await plat.signIn({ name, role: 'owner' });
    const body = JSON.stringify({ name: `Guest of ${name}`, role: 'owner' });
    const made = await plat.as(maker, '/admin/v1/sign-in-links', { method: 'POST', body });
    const { sign_in_url: url } = (await made.json()) as { sign_in_url: string };
    const owner = await plat.signIn({ name: 'Ruth', role: 'owner' });
    const [person] = await plat.database.sql<{ id: string }[]>`select id from console.people where name = ${name}`;
    await plat.as(owner, `/admin/v1/people?person_id=${person?.id}`, {
      method: 'PATCH',
      body: JSON.stringify(change),
    });
    expect((await redeem(url)).status).toBe(401);
  }
});
