import { expect, test } from 'bun:test';
import { type RequestOptions, request } from 'node:http';
import fc from 'fast-check';
import { safeHeaders } from './headers.ts';

test('names are lower case, values untouched', () => {
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
  ['', 'a header name has characters that no header name may have'],
  ['x: y', 'a header name has characters that no header name may have'],
])('%p is refused', (name, message) => {
  expect(() => safeHeaders({ [name]: 'v' })).toThrow(message);
});

test.each(['a\r\nb', 'a\nb', 'a\0b', 'é', '\u{1f3e0}', 'a\tb', 'x'.repeat(8193)])(
  'the value %p is refused',
  (value) => {
    expect(() => safeHeaders({ 'X-Webhook-Secret': value })).toThrow(
      'the header x-webhook-secret is not printable ASCII',
    );
  },
);

test('what passes is a header to node:http too, and one line', () => {
  const accepts = (headers: RequestOptions['headers']) => {
    const unsent = request({
      host: '127.0.0.1',
      headers,
      agent: false,
      lookup: () => {},
      createConnection: () => undefined as never,
    });
    unsent.on('error', () => {}).destroy();
  };
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), (name, value) => {
      let headers: Record<string, string>;
      try {
        headers = safeHeaders({ [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        return;
      }
      accepts(headers);
      expect(JSON.stringify(headers)).not.toMatch(/\\[rnu]/);
    }),
    { numRuns: 500 },
  );
});
