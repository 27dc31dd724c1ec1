import { readEnvironment } from '../../environment.ts';
import type { Check } from '../check.ts';
import { knownSettings, mistakesOf, nearestName, SERVICE_CONFIGS } from '../known-settings.ts';

/** Every variable that is set, against the schema of every service that reads it. */
export const configuration: Check = {
  name: 'configuration',
  look: ({ env }) => {
    const readers = [readEnvironment, ...Object.values(SERVICE_CONFIGS)];
    const mistakes = [...new Set(readers.flatMap((read) => mistakesOf(read, env)))];
    if (mistakes.length > 0) {
      return { standing: 'fail', seen: mistakes.join('; '), advice: 'Correct these variables and start again.' };
    }
    const known = knownSettings();
    const set = Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== '');
    const read = set.filter((name) => known.has(name)).length;
    return { standing: 'ok', seen: `${read} variables are set and valid` };
  },
};

/** Variables that nothing reads are mostly mistyped. */
export const unknownSettings: Check = {
  name: 'unknown_settings',
  look: ({ env }) => {
    const known = knownSettings();
    const unknown = Object.keys(env).filter((name) => name.startsWith('PLAT_') && !known.has(name));
    if (unknown.length === 0) return { standing: 'ok', seen: 'none' };
    const named = unknown.sort().map((name) => {
      const nearest = nearestName(name, known);
      return nearest === null ? name : `${name} (${nearest}?)`;
    });
    return {
      standing: 'warn',
      seen: `nothing reads ${named.join(', ')}`,
      advice: 'Correct the names, or take them away.',
    };
  },
};
