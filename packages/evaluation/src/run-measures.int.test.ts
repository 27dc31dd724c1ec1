import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './measure.ts';
import { measureBlock } from './page.ts';
import { RECORD_MEASURES } from './record-measures.ts';
import { runMeasures, type Skipped } from './run-measures.ts';
import { writeSmallRecords } from './small-records.fixture.ts';

setDefaultTimeout(120_000);

let folder: string;
let measured: Measured[];
let skipped: Skipped[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-small-records-'));
  await writeSmallRecords(folder);
  ({ measured, skipped } = await runMeasures(RECORD_MEASURES, folder, () => {}));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const figuresOf = (id: string) =>
  Object.fromEntries(
    measured.find(({ measure }) => measure.id === id)?.figures.map(({ name, value, n }) => [name, [value, n]]) ?? [],
  );

describe('measures on small invented records', () => {
  test('all run, and every figure is a number of some records', () => {
    expect(skipped).toEqual([]);
    expect(measured.map(({ measure }) => measure.id)).toEqual(RECORD_MEASURES.map(({ id }) => id));
    for (const one of measured) {
      expect(one.figures.length).toBeGreaterThan(0);
      for (const { value } of one.figures) expect(Number.isFinite(value)).toBe(true);
      expect(measureBlock(one)).not.toContain('NaN');
    }
  });

  test.each([
    ['loudoun-arms-length', 'found', 1, 3],
    ['loudoun-arms-length', 'false alarms', 0, 3],
    ['lebanon-arms-length', 'found', 1, 1],
    ['lebanon-arms-length', 'false alarms', 0, 1],
    ['richmond-flips', 'admitted pairs found', 1, 1],
    ['richmond-flips', 'double closings taken for flips', 0, 1],
    ['landlord-names', 'recognised', 2 / 3, 3],
    ['landlord-pairs', 'precision', 1, 1],
    ['other-owners', 'Philadelphia', 0, 2],
    ['first-and-last-names', 'right, in the order of the source', 1, 2],
    ['person-or-company', 'companies not read as people', 1, 1],
    ['postal-addresses', 'unit', 1, 1],
  ])('%s: %s is %p of %p', (id, figure, value, n) => {
    expect(figuresOf(id)[figure]).toEqual([value, n]);
  });

  test('tell homes of owners by their mail, in both halves', () => {
    const { 'accuracy, test half': tested, ...rest } = figuresOf('cambridge-owner-occupied');
    const made = rest['accuracy, half the rules were made on'];
    expect([tested?.[0], made?.[0]]).toEqual([1, 1]);
    expect((tested?.[1] ?? 0) + (made?.[1] ?? 0)).toBe(12);
  });

  test('value homes within the noise of their prices', () => {
    const [error, n] = figuresOf('seattle-values')['median absolute error'] ?? [];
    expect(error).toBeLessThan(12);
    expect(n).toBeGreaterThan(100);
  });

  test('say which files they lack', async () => {
    const lines: string[] = [];
    const nothing = await runMeasures(RECORD_MEASURES, join(folder, 'labels'), (line) => lines.push(line));
    expect(nothing.measured).toEqual([]);
    expect(nothing.skipped.map(({ measure }) => measure.id)).toEqual(RECORD_MEASURES.map(({ id }) => id));
    expect(lines.every((line) => line.includes('skipped, because'))).toBe(true);
  });
});
