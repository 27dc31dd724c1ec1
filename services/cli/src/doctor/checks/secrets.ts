import { join } from 'node:path';
import { isSecretKept, readPrivateFile, servingNote } from '@plat/standalone/home';
import { isAlive } from '../../is-alive.ts';
import type { Check } from '../check.ts';

const MIN_LENGTH = 32;
/** 32 random hexadecimal digits practically never have fewer than eight different ones. */
const MIN_DIFFERENT = 8;

const isWeak = (secret: string): boolean =>
  secret.length < MIN_LENGTH || new Set(secret).size < MIN_DIFFERENT || /^(.{1,8})\1+$/.test(secret);

/** Checks that secrets are not guessable, without showing them. */
export const secrets: Check = {
  name: 'secrets',
  look: ({ env, home }) => {
    const found = {
      PLAT_INTERNAL_SECRET: env.PLAT_INTERNAL_SECRET?.trim(),
      PLAT_OBFUSCATION_SECRET: env.PLAT_OBFUSCATION_SECRET?.trim(),
      'the internal secret of the home': readPrivateFile(join(home, 'internal-secret')) ?? undefined,
    };
    const serving = servingNote(home);
    if (found.PLAT_INTERNAL_SECRET === undefined && serving !== null && isAlive(serving.pid) && !isSecretKept(home)) {
      return {
        standing: 'warn',
        seen: 'the Plat that serves this home has an unknown secret',
        advice:
          'Unless it was started with PLAT_INTERNAL_SECRET, the file internal-secret was lost: restart that Plat.',
      };
    }
    const there = Object.entries(found).filter(([, secret]) => secret !== undefined && secret !== '');
    if (there.length === 0) return { standing: 'skipped', seen: 'none is set here' };
    const weak = there.filter(([, secret]) => isWeak(secret!)).map(([name]) => name);
    const advice = 'Create a new one: openssl rand -hex 32';
    if (weak.length > 0) return { standing: 'fail', seen: `${weak.join(', ')} can be guessed`, advice };
    if (found.PLAT_INTERNAL_SECRET !== undefined && found.PLAT_INTERNAL_SECRET === found.PLAT_OBFUSCATION_SECRET) {
      return { standing: 'warn', seen: 'two secrets are equal', advice };
    }
    return { standing: 'ok', seen: `${there.length} checked` };
  },
};
