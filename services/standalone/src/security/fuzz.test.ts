import { afterAll, beforeAll, describe } from 'bun:test';
import { fuzzEveryEndpoint } from '../end-to-end/fuzz.ts';
import { type OneProcess, startOneProcess } from '../end-to-end/one-process.fixture.ts';

const START_MS = 120_000;

describe('whatever callers send', () => {
  let plat: OneProcess;
  beforeAll(async () => {
    plat = await startOneProcess();
  }, START_MS);
  afterAll(() => plat.stop(), START_MS);

  fuzzEveryEndpoint(() => plat, { errors: () => plat.lines().filter((line) => line.includes('"level":"error"')) });
});
