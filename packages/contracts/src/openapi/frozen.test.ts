import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { incompatibilities, withoutText } from './compatibility.ts';
import type { OpenApiDocument } from './document.ts';
import { FROZEN_INTERFACES } from './frozen.ts';

describe.each(FROZEN_INTERFACES.map((one) => [one.name, one] as const))('the %s', (_name, { file, current }) => {
  const frozen = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;

  test('keeps everything that was promised to callers', () => {
    expect(Object.keys(frozen.paths).length).toBeGreaterThan(20);
    expect(incompatibilities(frozen, current())).toEqual([]);
  });

  test('has frozen its additions: `bun run api:accept`', () => {
    expect(withoutText(current())).toEqual(withoutText(frozen));
  });

  test('may not lose an operation', () => {
    const lacking = (change: (document: OpenApiDocument) => void) => {
      const document = current();
      change(document);
      return incompatibilities(frozen, document).length;
    };
    const [path = ''] = Object.keys(frozen.paths);
    const [method = ''] = Object.keys(frozen.paths[path] ?? {});
    expect(lacking(() => {})).toBe(0);
    expect(lacking(({ paths }) => delete paths[path])).toBeGreaterThan(0);
    expect(lacking(({ paths }) => delete paths[path]?.[method])).toBeGreaterThan(0);
  });
});
