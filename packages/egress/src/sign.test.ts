import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { createSigningSecret, webhookHeaders } from './sign.ts';

/** From the test vectors of the specification's own libraries. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('produces the signature that the specification publishes', () => {
  const body = Buffer.from('{"test": 2432232314}');
  expect(webhookHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_999, body, [SECRET])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test("the specification's library verifies every message and rejects a changed byte", () => {
  const secrets = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
  fc.assert(
    fc.property(secrets, fc.json(), (secret, body) => {
      const headers = webhookHeaders('evt_1', Date.now(), Buffer.from(body), [createSigningSecret(), secret]);
      expect(JSON.stringify(new Webhook(secret).verify(body, headers))).toBe(JSON.stringify(JSON.parse(body)));
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    }),
    { numRuns: 100 },
  );
});

test('a new secret has 32 random bytes', () => {
  const [one, other] = [createSigningSecret(), createSigningSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});

test.each([
  '',
  'whsec_',
  SECRET.slice(6),
  'whsec_c2hvcnQ=',
  `whsec_${'A'.repeat(100)}`,
  `${SECRET} `,
  `whsec_${'é'.repeat(32)}`,
])('refuses the secret %p without quoting it', (secret) => {
  const sign = () => webhookHeaders('evt_1', 0, Buffer.alloc(0), [secret]);
  expect(sign).toThrow('a signing secret is whsec_ and the base64 of 24 to 64 bytes');
});

test.each(['', 'a.b', 'a b', 'a\r\nb', 'é', 'x'.repeat(129)])('refuses the webhook id %p', (id) => {
  expect(() => webhookHeaders(id, 0, Buffer.alloc(0), [])).toThrow(TypeError);
});
