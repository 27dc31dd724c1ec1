import type { ValueSale } from '@plat/dataset';
import { dayOfDate } from '@plat/kit/clock';
import { createRandom } from './random.ts';

export interface InventedTown {
  sales: number;
  seed?: string;
  from?: string;
  to?: string;
  /** Growth of prices a year, as a logarithm. */
  growth?: number;
  /** Standard deviation of a price around its worth, as a logarithm. */
  noise?: number;
}

/** Sales of a fictional town, oldest first. Prices rise to the north, with size and grade, and at a steady rate. */
export function inventSales(town: InventedTown): ValueSale[] {
  const { sales: count, seed = 'town', from = '2020-01-01', to = '2025-12-31', growth = 0.06, noise = 0.08 } = town;
  const random = createRandom(seed);
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)];
  const sales = Array.from({ length: count }, (_, property): ValueSale => {
    const day = random.integer(firstDay, lastDay);
    const living = Math.round(1_000 * 3 ** random.next());
    const grade = random.integer(5, 10);
    const north = random.next();
    const worth =
      12 + 0.7 * Math.log(living / 1_500) + 0.1 * (grade - 7) + 0.4 * north + (growth * (day - firstDay)) / 365.25;
    return {
      day,
      logPrice: worth + noise * random.normal(),
      facts: {
        property_id: property + 1,
        property_type: property % 5 === 0 ? 'CONDO' : 'SFR',
        land_use: null,
        county: 'Invented',
        zip: north > 0.5 ? '00001' : '00002',
        subdivision: null,
        latitude: 40 + 0.1 * north,
        longitude: -100 + 0.1 * random.next(),
        bedrooms: random.integer(2, 5),
        bathrooms: random.integer(1, 3),
        living_square_feet: living,
        lot_square_feet: random.chance(0.1) ? null : random.integer(2_000, 9_000),
        year_built: random.integer(1920, 2015),
        effective_year_built: null,
        units_count: null,
        quality_grade: grade,
        waterfront: null,
      },
    };
  });
  return sales.sort((a, b) => a.day - b.day || a.facts.property_id - b.facts.property_id);
}
