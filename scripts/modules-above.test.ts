import { expect, test } from 'bun:test';
import { modulesAbove } from './modules-above.ts';

const sizes: Record<string, number> = {
  'services/investors/src/search/domain/rank.ts': 2_000,
  'services/investors/src/search/store/read.ts': 1_001,
  'services/investors/src/search/store/read.test.ts': 5_000,
  'services/investors/src/comps/index.ts': 3_000,
  'packages/kit/src/one.ts': 1_600,
  'packages/kit/src/other.ts': 1_600,
  'packages/client/src/generated/schemas.ts': 9_000,
};

test('names modules above the limit, largest first, without tests and generated code', () => {
  expect(modulesAbove(3_000, Object.keys(sizes), (path) => sizes[path] ?? 0)).toEqual([
    { module: 'packages/kit/src', lines: 3_200 },
    { module: 'services/investors/src/search', lines: 3_001 },
  ]);
});
