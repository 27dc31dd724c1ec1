import { expect, test } from 'bun:test';
import { type RequestOptions, request } from 'node:http';
import fc from 'fast-check';
import { safeHeaders } from './headers.ts';

test('accepts only headers that node:http accepts and that fit on one line', () => {
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
