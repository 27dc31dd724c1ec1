import { expect, test } from 'bun:test';
import { join } from 'node:path';

const nameIn = (env: Record<string, string>): string => {
  const script = `console.log((await import(${JSON.stringify(join(import.meta.dir, 'operator-name.ts'))})).operatorName())`;
  return Bun.spawnSync([process.execPath, '--eval', script], { env: { PATH: process.env.PATH, ...env } })
    .stdout.toString()
    .trim();
};

test('an operator without a name in the environment, as in a container, is recorded by user id', () => {
  expect(nameIn({ USER: 'ruth' })).toBe('ruth');
  expect(nameIn({})).toBe(`uid-${process.getuid?.()}`);
});
