import { afterAll, beforeAll, describe } from 'bun:test';
import { endToEndJourneys } from './journeys.ts';
import { type OneProcess, startOneProcess } from './one-process.fixture.ts';

const START_MS = 120_000;

describe('Plat in one process', () => {
  let plat: OneProcess;
  beforeAll(async () => {
    plat = await startOneProcess();
  }, START_MS);
  afterAll(() => plat.stop(), START_MS);

  endToEndJourneys(() => plat);
});
