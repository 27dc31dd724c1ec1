import { readAccountsConfig } from '@plat/accounts/config';
import { readAnalyticsConfig } from '@plat/analytics/config';
import { readAutomationConfig } from '@plat/automation/config';
import type { ServiceName } from '@plat/contracts';
import { readGatewayConfig } from '@plat/gateway/config';
import { readGeoConfig } from '@plat/geo/config';
import { readInvestorsConfig } from '@plat/investors/config';
import { ConfigError, type Environment } from '@plat/kit';
import { readEnvironment } from '@plat/standalone/environment';
import { readValuationConfig } from '@plat/valuation/config';
import { passwordVariable, ROLE_GRANTS } from '../database-roles.ts';

/** Configuration reader of each service with its own process; throws a ConfigError listing every mistake. */
export const SERVICE_CONFIGS: Readonly<Record<Exclude<ServiceName, 'console'>, (env: Environment) => unknown>> = {
  accounts: readAccountsConfig,
  analytics: readAnalyticsConfig,
  automation: readAutomationConfig,
  gateway: readGatewayConfig,
  geo: readGeoConfig,
  investors: readInvestorsConfig,
  valuation: readValuationConfig,
};

/** Read by commands like a flag, by the compose file, by examples, or for debugging. */
const BESIDE_SERVICES = [
  ...['PLAT_HOME', 'PLAT_PORT', 'PLAT_HOST', 'PLAT_MARKET', 'PLAT_AS_OF', 'PLAT_SAMPLE_PARCELS', 'PLAT_DEBUG'],
  ...['PLAT_VERSION', 'PLAT_DATA_DIR', 'PLAT_PROXY_LISTEN', 'PLAT_PROXY_RESOLVER', 'PLAT_PROXY_GATEWAYS'],
  ...['PLAT_PROXY_STATE', 'PLAT_VALUE_QUARTERS', 'PLAT_KEY', 'PLAT_URL', 'PLAT_IMPORT_METRICS_FILE'],
];

const REQUIRED = /^(\w+): is required(?: \(.*\))?(?:, for example \1=(.*))?$/;

/**
 * The mistakes of an environment, one per line, ignoring unset variables. Missing required ones are filled with
 * their examples, so that mistakes across several variables are found too.
 */
export function mistakesOf(read: (env: Environment) => unknown, env: Environment): string[] {
  const lines = linesOf(read, env);
  const mistakes = lines.filter((line) => !REQUIRED.test(line));
  if (mistakes.length > 0 || lines.length === 0) return mistakes;
  const examples = lines.map((line) => REQUIRED.exec(line)).map((found) => [found?.[1], found?.[2]]);
  const madeUp = { ...LOCAL, ...Object.fromEntries(examples), ...env };
  return linesOf(read, madeUp).filter((line) => !REQUIRED.test(line));
}

/** The value in one process, where a separate gateway has another. */
const LOCAL = { PLAT_REQUIRE_HTTPS: 'false' };

function linesOf(read: (env: Environment) => unknown, env: Environment): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return mistakesIn(error);
  }
}

/** The lines of a ConfigError; rethrows anything else. */
export function mistakesIn(error: unknown): string[] {
  if (!(error instanceof ConfigError)) throw error;
  const lines = error.message.split('\n').slice(1);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** All variables that any part of Plat reads. */
export function knownSettings(): ReadonlySet<string> {
  const ofRoles = ROLE_GRANTS.flatMap(({ service, readsMarket }) => [
    passwordVariable(service),
    ...(readsMarket ? [readUrlVariable(service)] : []),
  ]);
  const names = new Set<string>([...BESIDE_SERVICES, ...ofRoles]);
  const watching: Environment = new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string') names.add(name);
        return undefined;
      },
    },
  );
  for (const read of [readEnvironment, ...Object.values(SERVICE_CONFIGS)]) mistakesOf(read, watching);
  return names;
}

/** The compose file's variable for a service's replica, such as `PLAT_GEO_DATABASE_READ_URL`. */
const readUrlVariable = (service: ServiceName): string => `PLAT_${service.toUpperCase()}_DATABASE_READ_URL`;

const FARTHEST = 4;

/** The most similar known name; null without a similar one. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = FARTHEST + 1;
  for (const one of known) {
    const distance = editDistance(name, one);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** Levenshtein distance: number of inserted, deleted or replaced letters. */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let at = 1; at <= other.length; at++) {
      const change = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      here.push(Math.min(change, above[at]! + 1, here[at - 1]! + 1));
    }
    above = here;
  }
  return above[other.length]!;
}
