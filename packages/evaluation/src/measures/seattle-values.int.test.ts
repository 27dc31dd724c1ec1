import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { metricsByKind, valuationMetrics } from '@plat/value-model';
import { RECORDS } from '../real-records.fixture.ts';
import { missingFiles } from '../run-measures.ts';
import { seattleValues, valuedSeattleSales } from './seattle-values.ts';

setDefaultTimeout(600_000);

const isAbsent = missingFiles(seattleValues, RECORDS).length > 0;
if (isAbsent) console.log(`skipped: values of real sales (not in ${RECORDS}; set PLAT_DATA_DIR)`);

describe('values of real sales', () => {
  test.skipIf(isAbsent)(
    'Seattle: a model of the sales before each quarter comes within 8.3 % of half of the sales in it',
    async () => {
      const homes = await valuedSeattleSales(RECORDS, 2);
      const all = valuationMetrics(homes);
      console.log('Seattle values, forward in time, the last two quarters', all);
      expect(new Set(homes.map(({ county, propertyType }) => `${county} ${propertyType}`))).toContain('King SFR');
      expect(all.sample_size).toBeGreaterThan(3_500);
      expect(all.mdape).toBeLessThanOrEqual(8.3);
      expect(all.within_10_percent).toBeGreaterThanOrEqual(0.575);
      expect(all.cod).toBeLessThanOrEqual(12.2);
      expect(all.prd).toBeWithin(0.98, 1.03);
      expect(all.median_ratio).toBeWithin(0.985, 1.01);
      expect(all.range_coverage).toBeWithin(0.82, 0.885);
      const kinds = metricsByKind(homes, 300).filter(({ kind }) => kind !== 'price');
      expect(kinds.length).toBeGreaterThan(12);
      // Chance moves the coverage of 300 sales by 4 points either way.
      const outside = kinds.filter(({ range_coverage }) => range_coverage < 0.79 || range_coverage > 0.925);
      expect(outside).toEqual([]);
    },
  );
});
