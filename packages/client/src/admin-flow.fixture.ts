import { expect } from 'bun:test';
import { createAdminClient, PlatApiError, signInToAdmin } from './admin.ts';
import type { RunningPlat } from './running-plat.fixture.ts';

/** What an operator does through the typed client: signs in once, changes a company, and signs out. */
export async function adminFlow({ url: baseUrl, plat }: RunningPlat): Promise<void> {
  const { sign_in_url: link } = await plat('console', 'sign-in', '--name', 'Client');
  const client = await signInToAdmin({ baseUrl }, String(link).replace(/^https?:[/][/][^/]+/, baseUrl));
  expect(await client.readSession()).toMatchObject({ user: 'Client', role: 'owner' });
  const { id } = await client.createCompany({ body: { name: 'Client Homes' } });
  const renamed = await client.changeCompany({ query: { company: id }, body: { name: 'Client Houses' } });
  expect(renamed.name).toBe('Client Houses');
  const { companies } = await client.listCompanies({ query: { limit: '500' } });
  expect(companies.map(({ name }) => name)).toContain('Client Houses');
  const report = await client.readUsageReport({ query: { format: 'csv' } });
  expect(report instanceof Blob ? await report.text() : report).toContain('calls_counted');
  const refusal = await signInToAdmin({ baseUrl }, link).catch((error: unknown) => error);
  expect(refusal instanceof PlatApiError && refusal.code).toBe('SIGN_IN_REQUIRED');
  const resumed = createAdminClient({ baseUrl, cookie: client.cookie ?? '' });
  expect(await resumed.endSession()).toBeNull();
  const ended = await client.readSession().catch((error: unknown) => error);
  expect(ended instanceof PlatApiError && ended.status).toBe(401);
}
