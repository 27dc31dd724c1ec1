import { describe, expect, test } from 'bun:test';

describe('a process started with --check-config', () => {
  const entry = `
    import { Type } from '@sinclair/typebox';
    import { configOrExit, readConfig } from './src/index.ts';
    const config = configOrExit(() => readConfig(Type.Object({ PORT: Type.Integer() }), process.env), process.argv);
    console.log('started', config.PORT);
  `;
  const run = (args: string[], env: Record<string, string>) => {
    const child = Bun.spawnSync([process.execPath, '-e', entry, '--', ...args], {
      cwd: `${import.meta.dir}/..`,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    return { exit: child.exitCode, out: child.stdout.toString().trim(), err: child.stderr.toString().trim() };
  };
  test('reports a valid configuration and exits 0', () => {
    expect(run(['--check-config'], { PORT: '80' })).toEqual({ exit: 0, out: 'configuration is valid', err: '' });
  });
  test('prints the mistakes to stderr and exits 2', () => {
    const { exit, out, err } = run(['--check-config'], { PORT: 'x' });
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain('PORT: expected integer');
  });
  test('continues when --check-config is absent', () => {
    expect(run([], { PORT: '80' }).out).toBe('started 80');
  });
});
