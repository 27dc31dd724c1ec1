import { describe, expect, test } from 'bun:test';
import type { Command } from 'commander';
import { createProgram } from './program.ts';

/** Every command that does something, by its words. */
function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  const own = [...words, command.name()];
  return command.commands.length === 0
    ? [[own.join(' '), command]]
    : command.commands.flatMap((below) => leaves(below, own));
}

const commands = leaves(createProgram());

describe('every command explains itself', () => {
  test.each(commands)('%s', (words, command) => {
    const help = command.helpInformation();
    expect(help).toStartWith(`Usage: ${words} `);
    expect(command.description()).not.toBe('');
    for (const option of command.options) expect([option.long, option.description]).not.toEqual([option.long, '']);
    for (const argument of command.registeredArguments) {
      expect([argument.name(), argument.description]).not.toEqual([argument.name(), '']);
    }
    expect(command.options.map(({ long }) => long)).toContain('--json');
  });

  test('and no two of one group have the same name', () => {
    const names = commands.map(([words]) => words);
    expect(new Set(names).size).toBe(names.length);
  });
});

test('help loads nothing but what it shows: each command loads its services when it is called', () => {
  const script = `
    const { createProgram } = await import('./program.ts');
    createProgram().helpInformation();
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], { cwd: import.meta.dir });
  const packages = (JSON.parse(stdout.toString()) as string[])
    .map((path) => /\/(?:packages|services|node_modules)\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  const libraries = ['@sinclair/typebox', 'commander', 'contracts', 'ipaddr.js', 'standalone'];
  // Of these only names and bounds, which take no other file.
  const single = ['accounts', 'investors', 'kit'];
  expect([...new Set(packages)].toSorted()).toEqual([...libraries, ...single].toSorted());
  expect(packages.filter((name) => single.includes(name)).toSorted()).toEqual(single);
});
