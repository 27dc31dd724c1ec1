import { readEnvironment } from '@plat/standalone/environment';
import type { Check } from '../check.ts';
import { editDistance, knownSettings, mistakesOf, nearestName, SERVICE_CONFIGS } from '../known-settings.ts';

/** Checks every set variable against the schema of each service that reads it. */
export const configuration: Check = {
  name: 'configuration',
  look: ({ env }) => {
    const readers = [readEnvironment, ...Object.values(SERVICE_CONFIGS)];
    const all = readers.flatMap((read) => mistakesOf(read, env));
    // Services describe the same variable differently; report one mistake once.
    const mistakes = [...new Map(all.toReversed().map((line) => [nameOf(line), line])).values()].toReversed();
    if (mistakes.length > 0) {
      return { standing: 'fail', seen: mistakes.join('; '), advice: 'Correct these variables and start again.' };
    }
    const known = knownSettings();
    const set = Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== '');
    const read = set.filter((name) => known.has(name)).length;
    return {
      standing: 'ok',
      seen: read === 1 ? 'one variable is set and valid' : `${read} variables are set and valid`,
    };
  },
};

const nameOf = (mistake: string): string => mistake.slice(0, mistake.indexOf(':'));

/** Variables without Plat's prefix. A typo in one would make Plat use its own server. */
const SERVERS = ['DATABASE_URL', 'DATABASE_READ_URL', 'REDIS_URL'];
const FARTHEST_OF_SERVERS = 2;

const isMeantForPlat = (name: string): boolean =>
  /^plat_/i.test(name) || SERVERS.some((server) => editDistance(name.toUpperCase(), server) <= FARTHEST_OF_SERVERS);

/** Reports unused variables, which are usually mistyped. */
export const unknownSettings: Check = {
  name: 'unknown_settings',
  look: ({ env }) => {
    const known = knownSettings();
    const unknown = Object.keys(env).filter((name) => !known.has(name) && isMeantForPlat(name));
    if (unknown.length === 0) return { standing: 'ok', seen: 'none' };
    const named = unknown.sort().map((name) => {
      const nearest = nearestName(name.toUpperCase(), known);
      return nearest === null ? name : `${name} (${nearest}?)`;
    });
    return {
      standing: 'warn',
      seen: `nothing reads ${named.join(', ')}`,
      advice: 'Correct or remove these names.',
    };
  },
};
