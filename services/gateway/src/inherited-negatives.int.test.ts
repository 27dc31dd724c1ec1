import { afterAll, describe } from 'bun:test';
import { inheritedNegativeTests } from '@plat/test-kit/negative-tests';
import { servedEndpoints } from './app.ts';
import { ENTERPRISE_KEY, LEGACY_KEY, SERVICES, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

const KEY_OF_KIND = { subscriber: SUBSCRIBER_KEY, enterprise: ENTERPRISE_KEY, legacy_search: LEGACY_KEY };
const AMPLE_REQUESTS_PER_MINUTE = 10_000;

describe('every public endpoint rejects invalid requests', () => {
  const gateway = startTestGateway();
  afterAll(() => gateway.close());
  for (const key of [SUBSCRIBER_KEY, ENTERPRISE_KEY, LEGACY_KEY]) {
    gateway.set(key, { rate_limit: AMPLE_REQUESTS_PER_MINUTE });
  }
  for (const endpoint of servedEndpoints(SERVICES)) {
    inheritedNegativeTests({
      endpoint,
      call: (request) => gateway.app.handle(request),
      validKey: KEY_OF_KIND[endpoint.policy.keyKinds[0] ?? 'enterprise'],
      enterpriseKey: ENTERPRISE_KEY,
    });
  }
});
