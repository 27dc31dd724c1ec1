import { ConfigError } from '@plat/kit';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { AddressPolicy } from './address-rule.ts';

/** Settings of a service that calls customer URLs. Its schema includes them; `egressPolicy` reads them. */
export const EGRESS_SETTINGS = {
  PLAT_EGRESS_ALLOW_LOOPBACK: Type.Boolean({
    default: false,
    description: 'let webhooks reach http and https receivers on this machine; for local development only',
  }),
  PLAT_EGRESS_DENIED_RANGES: Type.Array(Type.String({ format: 'address-block' }), {
    default: [],
    description: 'public addresses and CIDR blocks that webhooks must never reach, such as your own machines',
    examples: ['192.0.2.0/24'],
  }),
  PLAT_EGRESS_ALLOWED_RANGES: Type.Array(Type.String({ format: 'address-block' }), {
    default: [],
    description:
      'private addresses and CIDR blocks that webhooks may reach over https; this machine and link-local addresses must be listed one by one',
    examples: ['10.20.0.0/16'],
  }),
  NODE_ENV: Type.Optional(Type.String()),
  PLAT_REQUIRE_HTTPS: Type.Optional(
    Type.Boolean({ description: 'refuse plain HTTP; same meaning as for the gateway' }),
  ),
};

type EgressSettings = Static<TObject<typeof EGRESS_SETTINGS>>;

/**
 * Builds the address policy from settings.
 * @throws ConfigError when loopback is allowed in production or where HTTPS is required.
 */
export function egressPolicy(settings: EgressSettings): AddressPolicy {
  const allowLoopback = settings.PLAT_EGRESS_ALLOW_LOOPBACK;
  const reason = settings.NODE_ENV === 'production' ? 'NODE_ENV is production' : 'PLAT_REQUIRE_HTTPS is true';
  if (allowLoopback && (settings.NODE_ENV === 'production' || settings.PLAT_REQUIRE_HTTPS === true)) {
    const problem = `PLAT_EGRESS_ALLOW_LOOPBACK: is for local development, but ${reason}`;
    throw new ConfigError(`The configuration has mistakes:\n  ${problem}`);
  }
  return {
    allowLoopback,
    deniedRanges: settings.PLAT_EGRESS_DENIED_RANGES.map(asBlock),
    allowedRanges: settings.PLAT_EGRESS_ALLOWED_RANGES.map(asBlock),
  };
}

function asBlock(range: string): string {
  if (range.includes('/')) return range;
  return range.includes(':') ? `${range}/128` : `${range}/32`;
}
