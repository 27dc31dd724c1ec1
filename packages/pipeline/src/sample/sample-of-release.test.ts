import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SAMPLE_AS_OF } from '@plat/dataset';
import { writeSampleMarket } from './index.ts';

/** Homes regenerate the sample when its day differs from `SAMPLE_AS_OF`: change both together. */
const OF_RELEASE = { day: '2026-11-23', digest: '494448672b7c8b07' };

test('changes its day with its files, so that every home regenerates the sample', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'plat-sample-of-release-'));
  try {
    const { files } = await writeSampleMarket({ directory, asOf: SAMPLE_AS_OF, parcels: 600 });
    const hash = createHash('sha256');
    for (const file of files) hash.update(gunzipSync(await Bun.file(file).bytes()));
    expect({ day: SAMPLE_AS_OF, digest: hash.digest('hex').slice(0, 16) }).toEqual(OF_RELEASE);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
