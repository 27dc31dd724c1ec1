import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { incompatibilities, withoutText } from './compatibility.ts';
import type { OpenApiDocument } from './document.ts';
import { currentDocument, FROZEN_FILE } from './frozen.ts';

const frozen = JSON.parse(readFileSync(FROZEN_FILE, 'utf8')) as OpenApiDocument;
const current = JSON.parse(JSON.stringify(currentDocument())) as OpenApiDocument;

test('nothing promised to callers was removed', () => {
  expect(incompatibilities(frozen, current)).toEqual([]);
});

test('additions are frozen: `bun run api:accept`', () => {
  expect(withoutText(current)).toEqual(withoutText(frozen));
});
