import { describe, expect, test } from 'bun:test';
import type { EndpointErrors } from '@plat/contracts';
import { buyerSearch, createApiUser } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { fixedClock } from '@plat/test-kit';
import { createBurstGuard } from './burst-guard.ts';
import { addressList, callerAddress } from './caller-address.ts';
import { headerText } from './header-text.ts';
import { listedError } from './listed-error.ts';

describe("the caller's address", () => {
  const proxies = addressList(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  const cases: [name: string, connection: string | undefined, forwardedFor: string | null, caller: string][] = [
    ['a direct connection', '203.0.113.9', null, '203.0.113.9'],
    ['a direct connection with a forged header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one proxy', '10.1.1.1', '198.51.100.1', '198.51.100.1'],
    ['a dual-stack socket', '::ffff:10.1.1.1', '198.51.100.1', '198.51.100.1'],
    ['a chain of proxies', '192.0.2.7', '198.51.100.1, 10.2.2.2', '198.51.100.1'],
    ['a forged first hop', '10.1.1.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['an IPv6 proxy', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['rubbish in the header', '10.1.1.1', 'unknown, "_x"', '10.1.1.1'],
    ['a forged hop before an unreadable one', '10.1.1.1', '1.1.1.1, unknown', '10.1.1.1'],
    ['a forged hop before one with a port', '10.1.1.1', '1.1.1.1, 198.51.100.1:4711', '198.51.100.1'],
    ['proxies that add ports', '10.1.1.1', '[2001:db8::5]:443, 10.2.2.2:80', '2001:db8::5'],
    ['an empty last hop', '10.1.1.1', '198.51.100.1, ', '198.51.100.1'],
    ['a proxy without a header', '10.1.1.1', null, '10.1.1.1'],
    ['an in-process call', undefined, '198.51.100.1', 'in-process'],
  ];
  for (const [name, connection, forwardedFor, caller] of cases) {
    test(`is ${caller} for ${name}`, () => expect(callerAddress(connection, forwardedFor, proxies)).toBe(caller));
  }
  for (const entry of ['proxy.example.com', '10.0.0.0/33', '10.0.0.0/x', '', '300.1.1.1']) {
    test(`rejects "${entry}" as a proxy`, () => expect(() => addressList([entry])).toThrow(RangeError));
  }
});

describe('failures map to documented statuses:', () => {
  const endpointWith = (...statuses: number[]) => ({
    ...buyerSearch,
    errors: Object.fromEntries(
      statuses.map((status) => [status, [status === 504 ? 'TIMEOUT' : 'UPSTREAM_ERROR']]),
    ) as EndpointErrors,
  });
  const timeout = new AppError('TIMEOUT', 'too slow');
  const upstream = new AppError('UPSTREAM_ERROR', 'away');
  const unavailable = new AppError('SERVICE_UNAVAILABLE', 'starting');
  const cases: [thrown: unknown, listed: number[], status: number][] = [
    [timeout, [502, 504], 504],
    [timeout, [502], 502],
    [timeout, [504], 504],
    [timeout, [], 500],
    [upstream, [502, 504], 502],
    [upstream, [504], 504],
    [upstream, [], 500],
    [unavailable, [502], 502],
    [unavailable, [], 500],
    [new Error('crash'), [502, 504], 500],
    [new AppError('ADDRESS_NOT_FOUND', 'none'), [], 404],
  ];
  for (const [thrown, listed, status] of cases) {
    test(`${(thrown as AppError).code ?? 'a crash'} where [${listed}] are listed is ${status}`, () => {
      const error = listedError(endpointWith(...listed), thrown);
      expect(error.status).toBe(status);
      if (status === 500) expect(error.code).toBe('INTERNAL');
      expect(error.message === 'Internal error').toBe(!(thrown instanceof AppError));
    });
  }
  test('an undocumented status becomes one that says when to retry and whether that is safe', () => {
    const gone = new AppError('SERVICE_UNAVAILABLE', 'gone', { headers: { 'retry-after': '7' } });
    expect(listedError(endpointWith(502), gone)).toMatchObject({
      headers: { 'retry-after': '7' },
      message: expect.stringContaining('safe to try again'),
    });
    expect(listedError(createApiUser, upstream)).toMatchObject({
      status: 500,
      headers: { 'retry-after': '5' },
      message: expect.not.stringContaining('safe'),
    });
  });
});

describe('the burst guard', () => {
  test('counts per bucket and resets with each window', () => {
    const clock = fixedClock('2026-03-01T12:00:00Z');
    const guard = createBurstGuard(clock);
    expect([1, 2, 3].map(() => guard.exceeds('a', 2))).toEqual([false, false, true]);
    expect(guard.exceeds('b', 2)).toBe(false);
    expect([guard.isAbove('a', 2), guard.isAbove('b', 2), guard.isAbove('c', 0)]).toEqual([true, false, false]);
    clock.advance(10_000);
    expect([guard.isAbove('a', 2), guard.exceeds('a', 2)]).toEqual([false, false]);
    expect(guard.buckets()).toEqual({ max: 50_000, inUse: 2 });
  });
});

describe('header text', () => {
  const asSent = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const cases: [sent: string | null, read: string][] = [
    [null, ''],
    ['  ', ''],
    [' user-1 ', 'user-1'],
    [asSent('jürgen'), 'jürgen'],
    [asSent('用户'), '用户'],
    ['caf\u00e9', 'café'],
    // Latin-1 reads the last byte of this à as a space.
    ['Nicol\u00c3\u00a0', 'Nicolà'],
    [' \tagent-1\t ', 'agent-1'],
  ];
  for (const [sent, read] of cases) {
    test(`${JSON.stringify(sent)} reads ${JSON.stringify(read)}`, () => expect(headerText(sent)).toBe(read));
  }
});
