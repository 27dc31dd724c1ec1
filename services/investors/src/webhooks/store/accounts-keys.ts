import { keyStanding } from '@plat/contracts';
import type { ServiceClient } from '@plat/kit';
import { currentRequestId } from '@plat/telemetry';
import { INVESTORS } from '../../background/index.ts';
import type { KeyStandings } from '../domain/ports.ts';

/** How keys stand, as the accounts service knows it. A caller without a key, such as a service, has none to lose. */
export const accountsKeys = (client: ServiceClient): KeyStandings => ({
  mayBeTold: async (keyId, signal) => {
    const { active } = await client.call(keyStanding, {
      body: { key_id: keyId },
      principal: INVESTORS,
      requestId: currentRequestId() ?? crypto.randomUUID(),
      signal,
    });
    return active !== false;
  },
});
