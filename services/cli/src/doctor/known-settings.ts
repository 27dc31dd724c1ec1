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

/** How each service reads its settings; each throws a ConfigError that names every mistake. */
export const SERVICE_CONFIGS: Readonly<Record<ServiceName, (env: Environment) => unknown>> = {
  accounts: readAccountsConfig,
  analytics: readAnalyticsConfig,
  automation: readAutomationConfig,
  gateway: readGatewayConfig,
  geo: readGeoConfig,
  investors: readInvestorsConfig,
  valuation: readValuationConfig,
};

/** Read by commands as the same as a flag, by the compose file, by examples, or by the debugging of commands. */
const BESIDE_SERVICES = [
  ...['PLAT_HOME', 'PLAT_PORT', 'PLAT_HOST', 'PLAT_MARKET', 'PLAT_AS_OF', 'PLAT_SAMPLE_PARCELS', 'PLAT_DEBUG'],
  ...['PLAT_VERSION', 'PLAT_DATA_DIR', 'PLAT_PROXY_LISTEN', 'PLAT_PROXY_RESOLVER', 'PLAT_PROXY_GATEWAYS'],
  ...['PLAT_PROXY_STATE', 'PLAT_VALUE_QUARTERS', 'PLAT_KEY', 'PLAT_URL', 'PLAT_IMPORT_METRICS_FILE'],
];

const REQUIRED = /^(\w+): is required(?: \(.*\))?(?:, for example \1=(.*))?$/;

/**
 * The mistakes of an environment, one line each; none of a variable that is not set. What is required and not set is
 * made up from its example, so that mistakes which show in several variables together are found too.
 */
export function mistakesOf(read: (env: Environment) => unknown, env: Environment): string[] {
  const lines = linesOf(read, env);
  const mistakes = lines.filter((line) => !REQUIRED.test(line));
  if (mistakes.length > 0 || lines.length === 0) return mistakes;
  const examples = lines.map((line) => REQUIRED.exec(line)).map((found) => [found?.[1], found?.[2]]);
  const madeUp = { ...LOCAL, ...Object.fromEntries(examples), ...env };
  return linesOf(read, madeUp).filter((line) => !REQUIRED.test(line));
}

/** As one process has it, where a gateway of its own has it otherwise. */
const LOCAL = { PLAT_REQUIRE_HTTPS: 'false' };

function linesOf(read: (env: Environment) => unknown, env: Environment): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return mistakesIn(error);
  }
}

/** What a ConfigError lists, one line each; anything else is thrown again. */
export function mistakesIn(error: unknown): string[] {
  if (!(error instanceof ConfigError)) throw error;
  const lines = error.message.split('\n').slice(1);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Every variable that some part of Plat reads. */
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

/** The variable of the compose file that names the replica a service reads, such as `PLAT_GEO_DATABASE_READ_URL`. */
const readUrlVariable = (service: ServiceName): string => `PLAT_${service.toUpperCase()}_DATABASE_READ_URL`;

const FARTHEST = 4;

/** The known name that a mistyped one most likely stands for; null when none is near. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = FARTHEST + 1;
  for (const one of known) {
    const distance = editDistance(name, one);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** Levenshtein's: how many letters to add, take away or change. */
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
