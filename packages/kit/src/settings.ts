import type { ServiceName } from '@plat/contracts';
import { type TString, Type } from '@sinclair/typebox';
import { LOG_LEVELS } from './logger.ts';
import type { InternalSecrets } from './principal.ts';

const acceptedSecret = (when: string) =>
  Type.Optional(
    Type.String({
      minLength: 32,
      description: `accepted in addition to PLAT_INTERNAL_SECRET, but never used for signing: ${when}`,
    }),
  );

/** Settings of a process that callers reach, directly or through proxies. */
export const PROXY_SETTINGS = {
  PLAT_TRUSTED_PROXIES: Type.Array(Type.String({ format: 'address-block' }), {
    default: [],
    description: 'addresses and CIDR blocks of the proxies in front, comma-separated',
    examples: ['10.0.0.0/8'],
  }),
};

/** Settings of every service process. A service's schema includes these and adds its own. */
export const SERVICE_SETTINGS = {
  PLAT_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: '0 takes any free port' }),
  PLAT_HOST: Type.String({ minLength: 1, default: '0.0.0.0', description: 'address to listen on' }),
  PLAT_LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    { default: 'info', description: 'least level of the lines that are logged' },
  ),
  PLAT_INTERNAL_SECRET: Type.String({
    minLength: 32,
    description: 'signs calls between services; the same for all of them',
    examples: ['<output of: openssl rand -hex 32>'],
  }),
  PLAT_INTERNAL_SECRET_NEXT: acceptedSecret('the secret that will sign next'),
  PLAT_INTERNAL_SECRET_PREVIOUS: acceptedSecret('the secret that signed before'),
  PLAT_GRACE_MS: Type.Integer({
    minimum: 0,
    default: 10_000,
    description: 'how long a stop waits for requests in flight, in milliseconds',
  }),
  PLAT_DRAIN_MS: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'how long a stop keeps serving while /ready is 503, in milliseconds; 0 by default',
    }),
  ),
};

/** Secrets for signing and verifying, from the configuration. */
export const internalSecrets = (config: {
  PLAT_INTERNAL_SECRET: string;
  PLAT_INTERNAL_SECRET_NEXT?: string;
  PLAT_INTERNAL_SECRET_PREVIOUS?: string;
}): InternalSecrets => ({
  current: config.PLAT_INTERNAL_SECRET,
  alsoAccepted: [config.PLAT_INTERNAL_SECRET_NEXT, config.PLAT_INTERNAL_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  ),
});

/** The variable that holds the base URL of a service, such as `PLAT_GEO_URL`. */
export const serviceUrlVariable = (service: ServiceName): string => `PLAT_${service.toUpperCase()}_URL`;

/** One required URL variable for each service called over HTTP. */
export function serviceUrlSettings<const Name extends ServiceName>(
  services: readonly Name[],
): Record<`PLAT_${Uppercase<Name>}_URL`, TString> {
  return Object.fromEntries(
    services.map((service) => [
      serviceUrlVariable(service),
      Type.String({
        pattern: '^https?://[^\\s/]+',
        description: `base URL of the ${service} service`,
        examples: [`http://${service}:8080`],
      }),
    ]),
  ) as Record<`PLAT_${Uppercase<Name>}_URL`, TString>;
}
