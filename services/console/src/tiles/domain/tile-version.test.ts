import { expect, test } from 'bun:test';
import { realmOfVersion, tileVersion } from './tile-version.ts';

const dataset = (builds: Record<string, number>) => ({
  regions: Object.keys(builds).map((name) => ({ name, bounds: null })),
  buildOf: (region: string) => `live ${builds[region]} of 2026-01-31`,
});

test('changes with a state, and not with new do-not-contact lists', () => {
  const before = tileVersion('live', dataset({ AZ: 1, ALL: 1 }));
  expect(tileVersion('live', dataset({ AZ: 1, ALL: 2 }))).toBe(before);
  expect(tileVersion('live', dataset({ AZ: 2, ALL: 1 }))).not.toBe(before);
  expect(tileVersion('live', dataset({ AZ: 1, FL: 1, ALL: 1 }))).not.toBe(before);
});

test('names its realm', () => {
  expect(realmOfVersion(tileVersion('sample', dataset({ AZ: 1 })))).toBe('sample');
  expect(realmOfVersion(tileVersion('live', dataset({ AZ: 1 })))).toBe('live');
  expect(realmOfVersion('other-0011')).toBeNull();
});
