import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { version } from '../package.json';
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
  const libraries = ['@sinclair/typebox', 'cli', 'commander', 'contracts', 'ipaddr.js', 'standalone'];
  // The sources that `import --help` lists, without DuckDB.
  libraries.push('pipeline');
  // Tables of text, which take a few milliseconds.
  libraries.push('ansi-regex', 'cli-table3', 'emoji-regex', 'is-fullwidth-code-point', 'string-width', 'strip-ansi');
  // Of these only names and bounds, which take no other file.
  const single = ['accounts', 'investors', 'kit'];
  expect([...new Set(packages)].toSorted()).toEqual([...libraries, ...single].toSorted());
  expect(packages.filter((name) => single.includes(name)).toSorted()).toEqual(single);
});

describe('called as the README says', () => {
  const root = join(import.meta.dir, '..', '..', '..');
  const run = (...command: string[]) => Bun.spawnSync(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' });

  test('a failing command ends with its own error line alone', () => {
    const { stdout, stderr, exitCode } = run(process.execPath, 'run', 'plat', 'frobnicate');
    expect(stdout.toString()).toBe('');
    expect(stderr.toString()).toBe("error: unknown command 'frobnicate'\n(--help shows what is possible)\n");
    expect(exitCode).toBe(2);
  });

  test('--version names Plat and its runtime', () => {
    const { stdout, exitCode } = run(process.execPath, 'run', 'plat', '--version');
    expect(stdout.toString()).toBe(`plat ${version} (Bun ${Bun.version})\n`);
    expect(exitCode).toBe(0);
  });

  test('bin/plat runs the same command, from any folder and through a link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plat-bin-'));
    try {
      symlinkSync(join(root, 'bin', 'plat'), join(folder, 'plat'));
      const { stdout } = Bun.spawnSync([join(folder, 'plat'), '--version'], { cwd: folder });
      expect(stdout.toString()).toBe(`plat ${version} (Bun ${Bun.version})\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
