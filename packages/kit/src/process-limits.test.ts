import { afterAll, expect, test } from 'bun:test';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLimitBytes, openFiles } from './process-limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'plat-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!existsSync('/proc/self/fd'))('counts open files, which stay below the maximum', () => {
  const before = openFiles()!;
  const files = Array.from({ length: 40 }, () => openSync(import.meta.path, 'r'));
  const after = openFiles()!;
  for (const file of files) closeSync(file);
  expect(after.open - before.open).toBeGreaterThanOrEqual(40);
  expect(after.most).toBeGreaterThan(after.open);
});

test.each([
  ['536870912\n', 536_870_912],
  ['max\n', null],
])('reads a container memory limit of %j as %p', (text, bytes) => {
  const file = join(folder, 'memory.max');
  writeFileSync(file, text);
  expect(memoryLimitBytes(file)).toBe(bytes);
});

test('reports no memory limit outside a container', () => {
  expect(memoryLimitBytes(join(folder, 'none'))).toBeNull();
});
