import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createLogger, scrubSecrets } from './index.ts';

function logged(...args: [object, string?]): string {
  const lines: string[] = [];
  createLogger({ name: 'test', level: 'trace', destination: { write: (line) => void lines.push(line) } }).info(...args);
  return lines.join('');
}

const SECRET = 'Zq7SecretValue9xK2mN4pR6tV8wY0';

describe('no log line shows', () => {
  const carriers: [string, object][] = [
    ['an API key header', { headers: { 'x-api-key': SECRET } }],
    ['an authorization header', { req: { headers: { authorization: `Bearer ${SECRET}` } } }],
    ['a cookie', { headers: { cookie: `session=${SECRET}` } }],
    ['an api_key parameter in a URL', { url: `https://h/x?a=1&api_key=${SECRET}&b=2` }],
    ['a zapKey', { body: { zapKey: SECRET } }],
    ['a webhook secret, at any depth', { a: { b: { c: [{ webhook_secret: SECRET }] } } }],
    ['a webhook secret with quotes in it', { webhook_secret: `"${SECRET}\\"` }],
    ['a password in a connection string', { err: new Error(`connect postgres://plat:${SECRET}@db:5432/plat`) }],
    ['a bearer token in a message', { err: new Error(`refused: Bearer ${SECRET}`) }],
    ['a key of the platform inside a sentence', { note: `the key plat_live_${SECRET} was refused` }],
  ];
  for (const [name, fields] of carriers) {
    test(name, () => {
      const line = logged(fields);
      expect(line).not.toContain(SECRET);
      expect(line).toContain('[redacted]');
      expect(() => JSON.parse(line)).not.toThrow();
    });
  }

  const contacts: [string, object, string][] = [
    ['an e-mail address in a message', { err: new Error('no user jane.doe+x@example.com') }, 'jane.doe'],
    ['an e-mail field', { buyer_email: 'jane.doe@example.com' }, 'jane.doe'],
    ['a phone number field', { buyer_phone_number: 6025550123 }, '6025550123'],
    ['phone numbers in a list', { phones: [6025550123, '6025550124'] }, '60255501'],
    ['a written phone number', { msg2: 'call (602) 555-0123 now' }, '555-0123'],
    ['a wireless column', { wireless_1: '6025550123' }, '6025550123'],
  ];
  for (const [name, fields, secret] of contacts) {
    test(name, () => {
      const line = logged(fields);
      expect(line).not.toContain(secret);
      expect(() => JSON.parse(line)).not.toThrow();
    });
  }

  test('any secret under a secret name, and stays one JSON line', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('x-api-key', 'api_key', 'webhook_secret', 'authorization'),
        fc.string(),
        (key, text) => {
          const secret = `${SECRET}${text}`;
          const line = logged({ outer: { [key]: secret, after: 1 } });
          expect(line).not.toContain(SECRET);
          expect(JSON.parse(line).outer.after).toBe(1);
        },
      ),
    );
  });
});

test('leaves harmless text unchanged', () => {
  const line =
    '{"level":"info","time":"2026-11-21T05:00:00.000Z","service":"gateway","requestId":"0b5e8f3a-602-555-0123-aa","keyId":"key_1","status":200,"durationMs":12.5,"route":"/v1/buyer-search"}\n';
  expect(scrubSecrets(line)).toBe(line);
});
