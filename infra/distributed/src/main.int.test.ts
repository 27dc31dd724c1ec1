import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { LOOPBACK } from './local-addresses.ts';

const MAIN = join(import.meta.dir, 'main.ts');

async function start(...words: string[]): Promise<{ exitCode: number; said: string }> {
  const child = Bun.spawn([process.execPath, MAIN, ...words], { stdout: 'pipe', stderr: 'pipe' });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, said: said.join('') };
}

test('reports invalid options before starting anything', async () => {
  const taken = Bun.listen({ hostname: LOOPBACK, port: 0, socket: { data: () => {} } });
  for (const [words, problem] of [
    [['--bogus'], "Unknown option '--bogus'"],
    [['--port', 'abc'], 'Not a port: abc'],
    [['--port', '70000'], 'Not a port: 70000'],
    [['--port', String(taken.port)], `cannot listen on port ${taken.port}`],
  ] as const) {
    const { exitCode, said } = await start(...words);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(problem)]);
    expect(said).toContain('Usage: bun run services');
  }
  taken.stop(true);
  expect(await start('--help')).toEqual({ exitCode: 0, said: expect.stringContaining('--port N') });
}, 60_000);
