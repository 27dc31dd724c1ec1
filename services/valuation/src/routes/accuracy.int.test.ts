import { afterAll, beforeAll, expect, test } from 'bun:test';
import { saveAccuracy } from '@plat/dataset';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

let service: ValuationUnderTest;
beforeAll(async () => {
  service = await valuationUnderTest();
}, 60_000);
afterAll(() => service?.close());

const read = async () => (await service.get('/v1/accuracy')).json() as Promise<Record<string, unknown>>;

test('GET /v1/accuracy is empty before any measurement', async () => {
  expect(await read()).toEqual({ valuation: [], matching: [], linking: null });
});

test('GET /v1/accuracy shows each measurement with its dataset version', async () => {
  const linking = { evaluated_on: '2026-06-30', sample_size: 300, precision: 0.99, recall: 0.9 };
  const valuation = {
    evaluated_on: '2026-06-30',
    sample_size: 1200,
    model_version: 'm',
    state: 'AZ',
    county: 'Maricopa',
    property_type: 'SFR',
    mdape: 8.1,
    within_5_percent: 0.3,
    within_10_percent: 0.6,
    within_20_percent: 0.85,
    median_ratio: 1,
    cod: 11,
    prd: 1.01,
    prb: -0.01,
    range_coverage: 0.85,
  };
  await saveAccuracy(service.sql, 'live', 'linking', [linking]);
  await saveAccuracy(service.sql, 'live', 'valuation', [valuation]);
  expect(await read()).toEqual({
    valuation: [{ ...valuation, dataset_version: '1' }],
    matching: [],
    linking: { ...linking, dataset_version: '1' },
  });
});
