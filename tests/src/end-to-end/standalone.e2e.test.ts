import { afterAll, beforeAll, describe } from 'bun:test';
import { fuzzEveryEndpoint } from './fuzz.ts';
import { endToEndJourneys } from './journeys.ts';
import { type OneProcess, startOneProcess } from './one-process.fixture.ts';
import { tenantIsolation } from './tenant-isolation.ts';

const START_MS = 240_000;

/** One Plat for all tests: starting takes longer than testing. */
describe('Plat in one process', () => {
  let plat: OneProcess;
  beforeAll(async () => {
    plat = await startOneProcess();
  }, START_MS);
  afterAll(() => plat.stop(), START_MS);

  endToEndJourneys(() => plat);

  describe('a key cannot see anything of another key', () => tenantIsolation(() => plat));

  describe('any input', () =>
    fuzzEveryEndpoint(() => plat, { errors: () => plat.lines().filter((line) => line.includes('"level":"error"')) }));
});
