import { afterAll, expect, test } from 'bun:test';
import { createInternalTokens } from '@plat/kit';
import { lookAt } from '../look-at.fixture.ts';

const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef';
const OTHER = 'fedcba9876543210fedcba9876543210fedcba9876543210';

/** Answers like every service: rejects a missing or bad token before reading the request. */
const geo = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const isKnown = await createInternalTokens(SECRET)
      .verify(request.headers.get('authorization'), 'geo')
      .then(
        () => true,
        () => false,
      );
    return isKnown
      ? Response.json({ error: 'body must be a JSON object', code: 'VALIDATION_ERROR' }, { status: 400 })
      : Response.json({ error: 'x', code: 'INVALID_API_KEY' }, { status: 401 });
  },
});
afterAll(() => geo.stop(true));

const look = (env: Readonly<Record<string, string>>) => lookAt('internal_secret', { env });

test('services with the same secret pass, and one with another secret is named', async () => {
  const PLAT_GEO_URL = geo.url.origin;
  expect(await look({ PLAT_GEO_URL, PLAT_INTERNAL_SECRET: SECRET })).toMatchObject({ standing: 'ok' });
  const refused = await look({ PLAT_GEO_URL, PLAT_INTERNAL_SECRET: OTHER });
  expect(refused).toMatchObject({ standing: 'fail', seen: 'geo has a different secret' });
  expect(JSON.stringify(refused)).not.toContain(OTHER);
});

test('is skipped without a secret, and where no service answers, which another check reports', async () => {
  expect(await look({ PLAT_GEO_URL: geo.url.origin })).toMatchObject({ standing: 'skipped' });
  expect(await look({ PLAT_GEO_URL: 'http://127.0.0.1:1', PLAT_INTERNAL_SECRET: SECRET })).toMatchObject({
    standing: 'skipped',
  });
});
