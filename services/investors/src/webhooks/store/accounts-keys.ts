import { keyStanding } from '@plat/contracts';
import type { ServiceClient } from '@plat/kit';
import { currentRequestId } from '@plat/telemetry';
import { INVESTORS } from '../../caller.ts';
import type { KeyStandings } from '../domain/ports.ts';

/** Key standings from the accounts service. A caller without a key, such as a service, always stands. */
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
