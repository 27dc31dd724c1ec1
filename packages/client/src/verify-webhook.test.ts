import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { PlatWebhookError } from './errors.ts';
import { verifyWebhook } from './verify-webhook.ts';

const SECRET = `whsec_${btoa('a secret of thirty-two bytes ok!')}`;
const OTHER = `whsec_${btoa('another secret of thirty-two b!!')}`;
const AT_MS = Date.parse('2026-03-01T12:00:00Z');
const BODY = JSON.stringify({ search_id: 's-1', status: 'completed', results: [] });

/** Signed with the specification's own library. */
const signed = (body: string, ...secrets: string[]) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(AT_MS / 1000),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', new Date(AT_MS), body)).join(' '),
});
const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(PlatWebhookError);

test("reads a webhook signed by the specification's library, with any text and any kind of headers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const body = JSON.stringify(value);
      const headers = signed(body, SECRET);
      const options = { nowMs: AT_MS };
      expect(await verifyWebhook<unknown>(headers, body, SECRET, options)).toEqual(JSON.parse(body));
      const bytes = new TextEncoder().encode(body);
      expect(await verifyWebhook<unknown>(new Headers(headers), bytes, SECRET, options)).toEqual(JSON.parse(body));
    }),
    { numRuns: 30 },
  );
});

test('accepts any of several signatures, so that a secret can be rotated', async () => {
  const event = await verifyWebhook(signed(BODY, OTHER, SECRET), BODY, SECRET, { nowMs: AT_MS });
  expect(event).toEqual({ search_id: 's-1', status: 'completed', results: [] });
});

test('refuses a changed byte of body, id or time, and another secret', async () => {
  const headers = signed(BODY, SECRET);
  const options = { nowMs: AT_MS };
  await fc.assert(
    fc.asyncProperty(fc.nat(BODY.length - 1), async (at) => {
      const changed = `${BODY.slice(0, at)}${BODY[at] === 'x' ? 'y' : 'x'}${BODY.slice(at + 1)}`;
      await refused(verifyWebhook(headers, changed, SECRET, options));
    }),
    { numRuns: 30 },
  );
  await refused(verifyWebhook(headers, BODY, OTHER, options));
  await refused(verifyWebhook({ ...headers, 'webhook-id': 'msg_2' }, BODY, SECRET, options));
  const later = String(AT_MS / 1000 + 1);
  await refused(verifyWebhook({ ...headers, 'webhook-timestamp': later }, BODY, SECRET, options));
});

test('refuses an old webhook and one without a signature', async () => {
  const headers = signed(BODY, SECRET);
  await refused(verifyWebhook(headers, BODY, SECRET, { nowMs: AT_MS + 301_000 }));
  await refused(verifyWebhook(headers, BODY, SECRET, { nowMs: AT_MS - 301_000 }));
  await verifyWebhook(headers, BODY, SECRET, { nowMs: AT_MS + 299_000 });
  await refused(verifyWebhook({ ...headers, 'webhook-signature': undefined }, BODY, SECRET, { nowMs: AT_MS }));
  await refused(verifyWebhook({ ...headers, 'webhook-signature': 'v1,***' }, BODY, SECRET, { nowMs: AT_MS }));
});

test('an invalid tolerance accepts nothing', async () => {
  await refused(verifyWebhook(signed(BODY, SECRET), BODY, SECRET, { nowMs: AT_MS, toleranceSeconds: Number('five') }));
});

test('accepts any kind of headers with lookup by name, and any kind of bytes', async () => {
  const headers = new Map(Object.entries(signed(BODY, SECRET)));
  const bytes = new TextEncoder().encode(BODY).buffer;
  expect(await verifyWebhook(headers, bytes, SECRET, { nowMs: AT_MS })).toMatchObject({ search_id: 's-1' });
});

test('reports a parsed body as a mistake of the receiver', async () => {
  const parsed = JSON.parse(BODY) as string;
  const failure = await verifyWebhook(signed(BODY, SECRET), parsed, SECRET, { nowMs: AT_MS }).catch((error) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure.message).toContain('before any parsing');
});

test('reports a wrong secret as a mistake of the receiver, without quoting it', async () => {
  for (const secret of ['', 'whsec_', 'whsec_***', 'plain', undefined as unknown as string]) {
    const failure = await verifyWebhook(signed(BODY, SECRET), BODY, secret, { nowMs: AT_MS }).catch((error) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toContain('the secret must be whsec_ and base64');
    if (secret?.length > 6) expect(failure.message).not.toContain(secret);
  }
});
