import { afterAll, beforeAll, describe } from 'bun:test';
import { type OneProcess, startOneProcess } from '../end-to-end/one-process.fixture.ts';
import { tenantIsolation } from '../end-to-end/tenant-isolation.ts';

const START_MS = 120_000;

describe('what one key has is not there for any other', () => {
  let plat: OneProcess;
  beforeAll(async () => {
    plat = await startOneProcess();
  }, START_MS);
  afterAll(() => plat.stop(), START_MS);

  tenantIsolation(() => plat);
});
