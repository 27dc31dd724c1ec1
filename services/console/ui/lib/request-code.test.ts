import { expect, test } from 'bun:test';
import { requestCode } from './request-code.ts';

const search = {
  operation: 'buyerSearch',
  method: 'POST',
  path: '/v1/buyer-search',
  body: { address: "1 O'Neil St", async: false, price: null, skipped: undefined },
};
const profile = { operation: 'buyers', method: 'GET', path: '/v1/buyers', query: { buyer_id: 'buy_1' } };

test('writes a curl command that survives quotes in the body', () => {
  expect(requestCode(search, 'curl', 'http://a')).toContain(
    `-d '{"address":"1 O'\\''Neil St","async":false,"price":null}'`,
  );
});

test('writes a call of the client', () => {
  expect(requestCode(profile, 'TypeScript', 'http://a')).toContain('plat.buyers({\n  "buyer_id": "buy_1"\n})');
});

test('writes Python constants', () => {
  expect(requestCode(search, 'Python', 'http://a')).toContain('"async": False,\n        "price": None,');
  expect(requestCode(profile, 'Python', 'http://a')).toContain(
    'requests.get(\n    "http://a/v1/buyers?buyer_id=buy_1"',
  );
});
