import { describe, expect, test } from 'bun:test';
import { startStopwatch } from '@plat/telemetry/testing';
import { AppError } from '../errors.ts';
import { queryOf } from './query.ts';
import { readBoundedText } from './read-body.ts';

const URL_OF_A_SERVICE = 'http://geo.internal/v1/autocomplete';
const MAX_BYTES = 64;

const pieces = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.slice(at, at + 3));
      controller.close();
    },
  });

const WAYS: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Request> = {
  'with its length declared': (bytes) =>
    new Request(URL_OF_A_SERVICE, {
      method: 'POST',
      headers: { 'content-length': String(bytes.length) },
      body: bytes,
    }),
  'in pieces without a length': (bytes) => new Request(URL_OF_A_SERVICE, { method: 'POST', body: pieces(bytes) }),
  'in pieces despite a length': (bytes) =>
    new Request(URL_OF_A_SERVICE, {
      method: 'POST',
      headers: { 'content-length': '1', 'transfer-encoding': 'chunked' },
      body: pieces(bytes),
    }),
};

describe.each(Object.entries(WAYS))('a body sent %s', (_way, send) => {
  const read = (bytes: Uint8Array<ArrayBuffer>) => readBoundedText(send(bytes), MAX_BYTES);
  const refusal = (bytes: Uint8Array<ArrayBuffer>) =>
    read(bytes).then(
      () => null,
      (error: unknown) => error instanceof AppError && error.code,
    );

  test.each(['', '{"a":1}', 'Ünïcödé 用户 🏠', 'x'.repeat(MAX_BYTES)])('is read unchanged: %p', async (text) => {
    expect(await read(Buffer.from(text))).toBe(text);
  });

  test('is refused above the maximum size', async () => {
    expect(await refusal(Buffer.from('x'.repeat(MAX_BYTES + 1)))).toBe('INVALID_REQUEST_BODY');
  });

  test('is refused when it is not UTF-8', async () => {
    expect(await refusal(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).toBe('INVALID_REQUEST_BODY');
  });
});

test.each<[string, Record<string, string>]>([
  ['', {}],
  ['?', {}],
  ['?sort=rank', { sort: 'rank' }],
  ['?q=a%20b+c&q=d&empty=', { q: 'd', empty: '' }],
  ['?a=b?c=d', { a: 'b?c=d' }],
])('reads the query of "%s" by name', (search, query) => {
  expect(queryOf(new Request(URL_OF_A_SERVICE + search))).toEqual(query);
});

test.each([
  ['with its length declared', { 'content-length': '10' }],
  ['in pieces', { 'transfer-encoding': 'chunked' }],
])('refuses a body sent %s that does not arrive in time', async (_way, headers) => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('{"a"')) });
  const request = new Request(URL_OF_A_SERVICE, { method: 'POST', headers, body });
  using waiting = startStopwatch();
  expect(readBoundedText(request, MAX_BYTES, 50)).rejects.toMatchObject({
    code: 'INVALID_REQUEST_BODY',
    fields: [{ field: 'body', problem: 'must arrive within 0.05 seconds' }],
  });
  await readBoundedText(request, MAX_BYTES, 50).catch(() => {});
  expect(waiting.elapsedMs()).toBeLessThan(2_000);
});
