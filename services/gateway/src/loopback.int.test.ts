import { expect, test } from 'bun:test';
import { errorOf, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

const search = { address: '1 Main St, Phoenix, AZ 85001', webhook_url: 'http://localhost:3000/hook' };

test.each([
  [false, 400],
  [true, 200],
])('webhook_url on this machine, with loopback allowed: %p', async (allowLoopback, status) => {
  const gateway = startTestGateway({ checkSettings: { allowLoopback } });
  try {
    const response = await gateway.post('/v1/buyer-search', search, { 'x-api-key': SUBSCRIBER_KEY });
    expect(response.status).toBe(status);
    if (!allowLoopback) expect((await errorOf(response)).error).toBe('webhook_url must be an https URL');
  } finally {
    await gateway.close();
  }
});
