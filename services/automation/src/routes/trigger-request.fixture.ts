import { subscribeWebhook, triggerWebhooks } from '@plat/contracts';
import type { AutomationUnderTest } from '../automation-under-test.fixture.ts';

export const BUYER = { streetAddress: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' };

/** Requests of a test, over the service that it starts. */
export const triggerRequests = (under: AutomationUnderTest) => ({
  trigger: (apiKey: unknown, buyerData: unknown = BUYER, query: Record<string, string> = {}) =>
    under.call(triggerWebhooks, { body: { apiKey, buyerData }, query }),
  subscribe: async (key: string, ...paths: string[]) => {
    for (const path of paths) {
      const { status, body } = await under.call(subscribeWebhook, {
        query: { api_key: key, web_url: under.receiver.url(path) },
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      under.clock.advance(1_000);
    }
  },
  callsTo: (path: string) => under.receiver.calls.filter((call) => call.path === path),
});
