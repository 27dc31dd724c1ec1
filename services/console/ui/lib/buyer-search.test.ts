import { expect, test } from 'bun:test';
import { buyerSearchBody, funnelOf } from './buyer-search.ts';
import { NO_PLACE } from './place.ts';

test('reads the funnel of a search', () => {
  const header = 'deals=252, buyers=143, hidden-hedge-fund=11, hidden-non-arms-length=2, hidden-no-phone=0, shown=130';
  expect(funnelOf(header)).toEqual({
    deals: 252,
    buyers: 143,
    shown: 130,
    hiddenInstitutions: 11,
    hiddenOffMarket: 2,
    hiddenWithoutPhone: 0,
  });
  expect(funnelOf(null)).toBeNull();
});

test('a search of the console creates no deal and asks for the reasons', () => {
  const body = buyerSearchBody({ ...NO_PLACE, address: '1 W Main St', institutions: true, phoneOnly: true });
  expect(body).toMatchObject({ address: '1 W Main St', create_deal: false, explain: 'full' });
  expect(body).toMatchObject({ hide_hedge_fund: false, hide_no_phone: true });
});
