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
