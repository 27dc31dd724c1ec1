import { expect, test } from 'bun:test';
import { safeHeaders } from './headers.ts';

test('lower-cases names and keeps values unchanged', () => {
  expect(safeHeaders({ 'X-Webhook-Secret': ' a,"b"; c=~ ', Authorization: 'Bearer x' })).toEqual({
    'x-webhook-secret': ' a,"b"; c=~ ',
    authorization: 'Bearer x',
  });
});

test.each([
  ['Host', 'the header host cannot be set'],
  ['content-length', 'the header content-length cannot be set'],
  ['Transfer-Encoding', 'the header transfer-encoding cannot be set'],
  ['Proxy-Authorization', 'the header proxy-authorization cannot be set'],
  ['webhook-signature', 'the header webhook-signature cannot be set'],
  ['', 'a header name contains characters that are not allowed'],
  ['x: y', 'a header name contains characters that are not allowed'],
])('%p is refused', (name, message) => {
  expect(() => safeHeaders({ [name]: 'v' })).toThrow(message);
});

test.each(['a\r\nb', 'a\nb', 'a\0b', 'é', '\u{1f3e0}', 'a\tb', 'x'.repeat(8193)])('refuses the value %p', (value) => {
  expect(() => safeHeaders({ 'X-Webhook-Secret': value })).toThrow(
    'the header x-webhook-secret is not printable ASCII',
  );
});
