import { expect, test } from 'bun:test';
import { apiCredentials, ENDPOINT_NAMES } from '@plat/contracts';
import { accountsUnderTest, OPERATOR } from '../accounts-under-test.fixture.ts';
import { createKey } from '../domain/keys/create-key.ts';

const accounts = accountsUnderTest();
const { call } = accounts;

test('credentials show the account with the plans of this key only', async () => {
  const small = await accounts.plan('small', {
    monthly_price_usd: 49.5,
    buyer_search_limit: 10,
    autocomplete_limit: 7,
  });
  const large = await accounts.plan('large', { monthly_price_usd: 0.1, analytics_search_limit: 1_000_000 });
  await accounts.plan('unassigned');
  const { keyId, companyId } = await accounts.enterpriseKey('small', 'large');
  await accounts.deps.companies.change(OPERATOR, companyId, { contactEmail: 'ops@example.com', name: 'Acme CRM' });
  expect(await call(apiCredentials, { keyId })).toEqual({
    status: 200,
    body: {
      account_name: 'Acme CRM',
      account_contact_email: 'ops@example.com',
      active: true,
      rate_limit_per_minute: 60,
      authorized_endpoints: [...ENDPOINT_NAMES],
      available_plans: [large, small],
    },
  });
});

test('credentials of a restricted key list its endpoints, and a missing contact is empty', async () => {
  const { record } = await createKey(accounts.deps, OPERATOR, {
    kind: 'enterprise',
    name: 'Restricted',
    rateLimit: 300,
    authorizedEndpoints: ['buyer_search', 'api_credentials'],
  });
  expect((await call(apiCredentials, { keyId: record.id })).body).toMatchObject({
    account_contact_email: '',
    rate_limit_per_minute: 300,
    authorized_endpoints: ['buyer_search', 'api_credentials'],
    available_plans: [],
  });
});

test('credentials of a revoked key are 401', async () => {
  const keyId = '00000000-0000-4000-8000-000000000000';
  expect(await call(apiCredentials, { keyId })).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
});
