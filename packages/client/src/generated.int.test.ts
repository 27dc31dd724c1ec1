import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES as CONTRACT_CODES, PUBLIC_ENDPOINTS } from '@plat/contracts';
import { ADMIN_OPERATIONS } from '@plat/contracts/admin';
import { adminFile } from '../scripts/admin-files.ts';
import { formatted } from '../scripts/formatted.ts';
import { generatedFiles } from '../scripts/generated-files.ts';
import { ADMIN_OPERATIONS as TABLE } from './generated/admin.ts';
import { ERROR_CODES, OPERATIONS } from './generated/operations.ts';

const FOLDER = join(import.meta.dir, 'generated');

test('the generated sources match the contracts; otherwise run `bun run generate` in packages/client', async () => {
  const files = { ...(await generatedFiles()), 'admin.ts': await adminFile() };
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(files).sort());
  for (const [name, source] of Object.entries(files)) {
    expect(readFileSync(join(FOLDER, name), 'utf8') === (await formatted(source))).toBe(true);
  }
});

test('every operation of the operator API is a method', () => {
  expect(Object.keys(TABLE)).toEqual(ADMIN_OPERATIONS.map(({ operation }) => operation));
});

test('every public operation is a method, and every code is from the contracts', () => {
  expect(Object.keys(OPERATIONS)).toEqual(PUBLIC_ENDPOINTS.map(({ operation }) => operation));
  expect(Object.keys(CONTRACT_CODES)).toEqual(expect.arrayContaining([...ERROR_CODES]));
});
