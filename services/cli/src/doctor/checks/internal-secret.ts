import { ENDPOINTS, type ServiceName } from '@plat/contracts';
import { createInternalTokens, serviceUrlVariable } from '@plat/kit';
import type { Check } from '../check.ts';

const TIMEOUT_MS = 5_000;
const UNAUTHORIZED = 401;

/** Checks that every service with a URL accepts tokens signed by PLAT_INTERNAL_SECRET. */
export const internalSecret: Check = {
  name: 'internal_secret',
  look: async ({ env }) => {
    const secret = env.PLAT_INTERNAL_SECRET;
    if (secret === undefined) return { standing: 'skipped', seen: 'PLAT_INTERNAL_SECRET is not set' };
    const answers = await Promise.all(
      SERVICES.map(async (service) => ({ service, status: await statusOf(service, env, secret) })),
    );
    const named = (some: typeof answers) => some.map(({ service }) => service).join(', ');
    const refusing = answers.filter(({ status }) => status === UNAUTHORIZED);
    const believing = answers.filter(({ status }) => status !== null && status !== UNAUTHORIZED);
    if (refusing.length > 0) {
      return {
        standing: 'fail',
        seen: `${named(refusing)} ${refusing.length === 1 ? 'has' : 'have'} a different secret`,
        advice:
          'Start all services with the same PLAT_INTERNAL_SECRET; docs/operate/security.md describes how to exchange it.',
      };
    }
    if (believing.length === 0) return { standing: 'skipped', seen: 'no service with a URL answers' };
    return { standing: 'ok', seen: `accepted by ${named(believing)}` };
  },
};

/** The gateway takes API keys, not tokens. */
const SERVICES = [...new Set(ENDPOINTS.map(({ service }) => service))].filter((service) => service !== 'gateway');

/** The status of a request without a body, which the service rejects; null without a response. */
async function statusOf(
  service: ServiceName,
  env: Readonly<Record<string, string | undefined>>,
  secret: string,
): Promise<number | null> {
  const url = env[serviceUrlVariable(service)];
  const endpoint = ENDPOINTS.find((one) => one.service === service && one.request.body !== undefined);
  if (url === undefined || endpoint === undefined) return null;
  try {
    const principal = {
      keyId: 'plat-doctor',
      keyKind: 'service',
      companyId: 'plat',
      userId: null,
      realm: 'live',
    } as const;
    const authorization = `Bearer ${await createInternalTokens(secret).sign(principal, service)}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status } = await fetch(new URL(endpoint.path, url), {
      method: endpoint.method,
      headers: { authorization },
      signal,
    });
    return status;
  } catch {
    return null;
  }
}
