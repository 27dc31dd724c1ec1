import { expect, test } from 'bun:test';
import { join } from 'node:path';

const KIT = join(import.meta.dir, 'index.ts');

/** Runs a program with a logger. @returns its lines on stderr. */
async function linesOf(program: string): Promise<string[]> {
  const text = `import { createLogger, infoLater } from ${JSON.stringify(KIT)};
    const log = createLogger({ name: 'test' });
    ${program}`;
  const child = Bun.spawn([process.execPath, '-e', text], { stdout: 'ignore', stderr: 'pipe' });
  const lines = (await new Response(child.stderr).text()).trim().split('\n');
  return lines.filter((line) => line.startsWith('{'));
}

const messagesOf = async (program: string): Promise<string[]> =>
  (await linesOf(program)).map((line) => (JSON.parse(line) as { msg: string }).msg);

test('writes every line to stderr, in order, before the process exits', async () => {
  const messages = await messagesOf('for (let at = 0; at < 500; at++) log.info(String(at)); process.exit(0);');
  expect(messages).toEqual(Array.from({ length: 500 }, (_, at) => String(at)));
});

test('keeps the order of lines from two loggers', async () => {
  const other = "const other = createLogger({ name: 'other' });";
  expect(await messagesOf(`${other} log.info('1'); other.info('2'); log.info('3');`)).toEqual(['1', '2', '3']);
});

test('writes the lines before a failure even if the process is killed', async () => {
  expect(await messagesOf("log.info('before'); log.error('failed'); process.kill(process.pid, 'SIGKILL');")).toEqual([
    'before',
    'failed',
  ]);
});

test('writes the lines before an uncaught exception', async () => {
  expect(await messagesOf("log.info('before'); throw new Error('uncaught');")).toEqual(['before']);
});

test('writes lines soon while the process keeps running', async () => {
  const program = "log.info('soon'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000);";
  expect(await messagesOf(program)).toEqual(['soon']);
});

test('a deferred line keeps its position and content, and contains no secrets', async () => {
  const fields = `{ route: '/v1/usage', note: 'of a@example.com', token: 'x1', gone: undefined, calls: [{ status: 200 }] }`;
  const [first, later, atOnce] = await linesOf(`
    log.info('first');
    infoLater(log, () => (${fields}), 'request');
    log.info(${fields}, 'request');`);
  const untimed = (line: string | undefined) => line?.replace(/"time":"[^"]*"/, '');
  expect(JSON.parse(first ?? '')).toMatchObject({ msg: 'first' });
  expect(untimed(later)).toBe(untimed(atOnce) ?? 'no line');
  expect(later).toContain('[redacted]');
  expect(later).not.toMatch(/example\.com|x1/);
});
