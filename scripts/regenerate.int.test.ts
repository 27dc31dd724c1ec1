import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { regenerate } from './regenerate.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-regenerate-'));
  writeFileSync(join(root, 'page.md'), 'as it was');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const writing = (text: string, file = 'page.md') => ({
  command: ['sh', '-c', `printf '%s' '${text}' > ${file}`],
  outputs: ['page.md', 'more.md'],
});

test('names no file when all are current', async () => {
  expect(await regenerate(root, [writing('as it was')], { restore: true })).toEqual([]);
});

test('names a stale file and a missing one, and puts both back', async () => {
  const stale = await regenerate(root, [writing('as it should be'), writing('new', 'more.md')], { restore: true });
  expect(stale).toEqual(['more.md', 'page.md']);
  expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe('as it was');
  expect(existsSync(join(root, 'more.md'))).toBe(false);
});

test('keeps what it wrote unless told to restore', async () => {
  await regenerate(root, [writing('as it should be')], { restore: false });
  expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe('as it should be');
});

test('fails with the words of a generator that fails', async () => {
  const failing = { command: ['sh', '-c', 'echo no schema >&2; exit 1'], outputs: [] };
  await expect(regenerate(root, [failing], { restore: true })).rejects.toThrow('no schema');
});
