import type { KeyKind, ServiceName } from '@plat/contracts';
import { jwtVerify, SignJWT } from 'jose';
import { type Clock, systemClock } from './clock.ts';
import { AppError } from './errors.ts';

/** On whose behalf a request runs, as the gateway established it. */
export interface Principal {
  keyId: string;
  keyKind: KeyKind | 'service';
  companyId: string;
  /** End user of an enterprise key (`x-user-id`), else null. */
  userId: string | null;
}

/** Signs and checks the short-lived tokens that services accept from the gateway and from each other. */
export interface InternalTokens {
  sign(principal: Principal, audience: ServiceName): Promise<string>;
  /** @throws AppError INVALID_API_KEY (401) when the token is missing, forged, expired or meant for another service. */
  verify(authorization: string | null, audience: ServiceName): Promise<Principal>;
}

const ISSUER = 'plat';
const LIFETIME_SECONDS = 60;
const CLOCK_SKEW_SECONDS = 10;

/** @param secret at least 32 bytes, the same for every service of one installation. */
export function createInternalTokens(secret: string, clock: Clock = systemClock): InternalTokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: (principal, audience) => {
      const issuedAt = Math.floor(clock.nowMs() / 1000);
      return new SignJWT({ principal })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(`${audience}.internal`)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key);
    },
    verify: async (authorization, audience) => {
      const token = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : '';
      try {
        const { payload } = await jwtVerify<{ principal: Principal }>(token, key, {
          issuer: ISSUER,
          audience: `${audience}.internal`,
          algorithms: ['HS256'],
          clockTolerance: CLOCK_SKEW_SECONDS,
          currentDate: new Date(clock.nowMs()),
        });
        return payload.principal;
      } catch (cause) {
        throw new AppError('INVALID_API_KEY', 'A valid internal service token is required', { cause });
      }
    },
  };
}
