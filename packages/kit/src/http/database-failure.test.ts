import { expect, test } from 'bun:test';
import { errorResponse } from './responses.ts';

const coded = (code: string, options?: ErrorOptions) =>
  Object.assign(new Error('connect 10.1.2.3:5432 as plat', options), { code });

const statusOf = (thrown: unknown) => errorResponse(thrown, undefined).status;

test.each([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET'],
  ...['EPIPE', 'ENOTFOUND', '08006', '53100', '53300', '57P01', '57P02', '57P03', '25006', '40001', '40P01', '55P03'],
])('an unavailable database (%s) gives 503 with Retry-After and without details', async (code) => {
  for (const thrown of [coded(code), new Error('Failed query: select 1', { cause: coded(code) })]) {
    const response = errorResponse(thrown, undefined);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      error: expect.stringContaining('try again'),
    });
    expect(text).not.toMatch(/10\.1|select|plat/);
  }
});

test('a statement timeout gives 504', () => expect(statusOf(coded('57014'))).toBe(504));

test.each(['23505', '42P01', '57000', 'ENOENT', '', '0800'])('other failures (%s) give a plain 500', (code) => {
  expect(statusOf(coded(code))).toBe(500);
});

test('an error that is its own cause does not loop', () => {
  const circular = new Error('round');
  circular.cause = circular;
  expect(statusOf(circular)).toBe(500);
});
