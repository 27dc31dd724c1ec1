import { expect, test } from 'bun:test';
import type { OffersAnswer } from '@plat/client';
import type { Buyer } from '../api/place-queries.ts';
import { NO_PLACE } from './place.ts';
import { sharedPlace } from './shared-place.ts';

const buyer = (rank: number, more: object = {}) =>
  ({
    buyer_first_name: 'Ada',
    buyer_last_name: 'Example',
    buyer_entity_name: 'EXAMPLE HOMES LLC',
    buyer_phone_number: 6_025_550_142,
    buyer_email: 'ada@example.com',
    buyer_type: 'flipper',
    smart_match_rank: rank,
    miles_from_subject: 0.62,
    explain: {
      buyer_id: 'b-1',
      mailing_address: { line: '1 Secret Rd', city: 'Mesa', state: 'AZ', zip: '85201' },
      evidence: [{ purchase_date: '2025-01-02' }, { purchase_date: '2025-08-04' }],
      deals_in_radius: 4,
    },
    ...more,
  }) as unknown as Buyer;

const range = (value: number) => ({ value, value_low: value - 10, value_high: value + 10 });
const offers = {
  subject: { property_type: 'Condominium', bedrooms: 2, owner_names: ['SAM OWNER'] },
  as_is: null,
  arv: range(400_000),
  rent: range(2_000),
} as unknown as OffersAnswer;

test('a shared place holds value, offer and buyers, and nothing to reach anybody by', () => {
  const place = { ...NO_PLACE, address: '1 W Main St', repairs: 25_000, fee: 8_000, rule: 70 };
  const buyers = [buyer(2, { buyer_entity_name: null }), buyer(1)];
  const shared = sharedPlace(place, { buyers, recordsThrough: '2026-02-27', offers });
  expect(shared.offer).toMatchObject({ value: 247_000, rule: 70, repairs: 25_000, fee: 8_000 });
  expect(shared.buyers).toMatchObject([
    { rank: 1, name: 'Example Homes LLC', deals_nearby: 4, last_purchase_date: '2025-08-04' },
    { rank: 2, name: 'Name withheld' },
  ]);
  expect(JSON.stringify(shared)).not.toMatch(/Ada|6025550142|ada@|Secret|SAM OWNER|b-1/);
});

test('a place without a value is shared with its buyers alone, the best hundred', () => {
  const buyers = Array.from({ length: 120 }, (_, at) => buyer(120 - at));
  const shared = sharedPlace(NO_PLACE, { buyers, recordsThrough: null, offers: null });
  expect(shared).toMatchObject({ home: null, offer: null, arv: null, buyers_found: 120 });
  expect(shared.buyers.map(({ rank }) => rank)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
});
