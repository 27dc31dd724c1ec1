import { describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { errorOf, HERE, SEARCH } from './gateway.fixture.ts';

useGateway();

describe('failures behind the gateway', () => {
  type Case = [name: string, arrange: () => void, status: number, code: string];
  const cases: Case[] = [
    [
      'an unreachable service',
      () => {
        gateway.fake.wire.geo = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:8080'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'an HTML proxy page',
      () => {
        gateway.fake.wire.geo = async () => new Response('<h1>Bad gateway</h1>', { status: 503 });
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a redirect',
      () => {
        gateway.fake.wire.geo = async () =>
          new Response(null, { status: 302, headers: { location: 'http://10.1.2.3/' } });
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a crash in the service',
      () => {
        gateway.fake.geo = () => Promise.reject(new Error('relation "users" does not exist'));
      },
      500,
      'INTERNAL',
    ],
    [
      'a failed upstream lookup',
      () => {
        gateway.fake.geo = () => Promise.reject(new AppError('UPSTREAM_ERROR', 'The address lookup failed; try again'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'a timeout on an endpoint without 504',
      () => {
        gateway.fake.geo = () => Promise.reject(new AppError('TIMEOUT', 'too long'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      'an unavailable accounts service',
      () => {
        gateway.fake.wire.accounts = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:8081'));
      },
      502,
      'UPSTREAM_ERROR',
    ],
    [
      "a service that rejects the gateway's token",
      () => {
        gateway.fake.wire.geo = async () =>
          Response.json(
            { error: 'token', code: 'INVALID_API_KEY' },
            { status: 401, headers: { 'www-authenticate': 'Bearer' } },
          );
      },
      502,
      'UPSTREAM_ERROR',
    ],
  ];
  for (const [name, arrange, status, code] of cases) {
    test(`${name} is ${status} ${code} without internal details`, async () => {
      arrange();
      const response = await gateway.post('/v1/autocomplete', SEARCH);
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([status, code]);
      expect(text).not.toMatch(/10\.1|ECONN|relation|<h1>|token/);
    });
  }
  test('a timeout is 504 TIMEOUT where the endpoint documents it', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('TIMEOUT', 'The search took too long'));
    const response = await gateway.post('/v1/buyer-search', HERE);
    expect([response.status, (await errorOf(response)).code]).toEqual([504, 'TIMEOUT']);
  });
  test('a domain error keeps its code and message', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    const response = await gateway.post('/v1/buyer-search', { address: '1 Nowhere Ln, Phoenix, AZ 85043' });
    expect([response.status, await errorOf(response)]).toEqual([
      404,
      { error: 'No property has this address', code: 'ADDRESS_NOT_FOUND' },
    ]);
  });
});
