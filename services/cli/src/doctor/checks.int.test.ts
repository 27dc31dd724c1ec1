import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Check, type DoctorContext, runChecks, worst } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { editDistance, knownSettings, nearestName } from './known-settings.ts';

describe('checks', () => {
  const at = {} as DoctorContext;
  const hangs: Check = { name: 'hangs', look: () => new Promise(() => {}) };
  const breaks: Check = {
    name: 'breaks',
    look: () => {
      throw new Error('postgres://plat:secret@host broke\n    at somewhere');
    },
  };

  test('that hang or break fail within a bounded time', async () => {
    // Both timers start now, so on a busy machine they are late together and in order.
    const reports = await Promise.race([runChecks([hangs, breaks], at, 100), Bun.sleep(1_000).then(() => [])]);
    expect(reports.map(({ name, standing }) => [name, standing])).toEqual([
      ['hangs', 'fail'],
      ['breaks', 'fail'],
    ]);
    expect(JSON.stringify(reports)).not.toContain('    at ');
    expect(worst(reports)).toBe('fail');
  });

  test('have unique, stable names made of letters', () => {
    const names = CHECKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
  });
});

describe('an unused variable', () => {
  test('is compared with every known setting', () => {
    const known = knownSettings();
    for (const name of [
      'PLAT_WORKERS',
      'PLAT_GEOCODER_URL',
      'PLAT_INTERNAL_SECRET',
      'PLAT_HOME',
      'DATABASE_URL',
      'REDIS_URL',
    ]) {
      expect(known).toContain(name);
    }
    expect(nearestName('PLAT_WORKER', known)).toBe('PLAT_WORKERS');
    expect(nearestName('PLAT_INTERNAL_SECRT', known)).toBe('PLAT_INTERNAL_SECRET');
    expect(nearestName('PLAT_SOMETHING_ELSE_ALTOGETHER', known)).toBeNull();
  });

  test('does not include variables of the compose file', () => {
    const text = readFileSync(join(import.meta.dir, '..', '..', '..', '..', 'docker-compose.yml'), 'utf8');
    const variables = [...text.matchAll(/\$\{(PLAT_\w+)/g)].map(([, name]) => name ?? '');
    expect(variables.length).toBeGreaterThan(10);
    const known = knownSettings();
    expect(variables.filter((name) => !known.has(name))).toEqual([]);
  });

  test('has a symmetric distance to another, and is similar up to a third of its letters', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
