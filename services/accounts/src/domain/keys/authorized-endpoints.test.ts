import { expect, test } from 'bun:test';
import { authorizedEndpoints } from './authorized-endpoints.ts';

test.each([
  [undefined, null],
  [null, null],
  [['autocomplete'], ['autocomplete']],
  [['retail_comps'], ['retail_comps', 'offers']],
  [
    ['offers', 'retail_comps'],
    ['offers', 'retail_comps'],
  ],
  [['offers'], ['offers']],
  [['retail_comps', '-offers'], ['retail_comps']],
])('reads the list %p as %p', (written, endpoints) => {
  expect(authorizedEndpoints(written)).toEqual(endpoints as never);
});
