import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';

test('help loads only what it shows: each command loads its services when it runs', () => {
  const script = `
    const { createProgram } = await import('./program.ts');
    createProgram().helpInformation();
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], { cwd: import.meta.dir });
  const packages = (JSON.parse(stdout.toString()) as string[])
    .map((path) => /\/(?:packages|services|node_modules)\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  const libraries = ['@sinclair/typebox', 'cli', 'commander', 'contracts', 'ipaddr.js', 'standalone'];
  // `import --help` lists the sources without loading DuckDB.
  libraries.push('pipeline');
  // Text tables, which load within a few milliseconds.
  libraries.push('ansi-regex', 'cli-table3', 'emoji-regex', 'is-fullwidth-code-point', 'string-width', 'strip-ansi');
  // Only names and limits, in files without imports.
  const single = ['accounts', 'dataset', 'investors', 'kit'];
  expect([...new Set(packages)].toSorted()).toEqual([...libraries, ...single].toSorted());
  expect(packages.filter((name) => single.includes(name)).toSorted()).toEqual(single);
});

describe('called as the documentation says', () => {
  const root = join(import.meta.dir, '..', '..', '..');
  const run = (...command: string[]) => Bun.spawnSync(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' });

  test('a failing command prints only its own error last', () => {
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

  test('bin/plat runs the same command from any folder and through a link', () => {
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
