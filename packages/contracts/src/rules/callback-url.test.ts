import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { callbackUrlProblem, webhookSecretProblem } from './callback-url.ts';

describe('a callback URL is https to a public host without credentials', () => {
  test.each([
    'https://hooks.example.com/a?b=c#d',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:8443/x',
    'https://8.8.8.8/x',
    'https://[2606:4700:4700::1111]/x',
    'HTTPS://EXAMPLE.COM',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('accepts %s', (url) => {
    expect(callbackUrlProblem(url)).toBeNull();
  });

  const publicHost = 'must name a public host';
  test.each([
    ['', 'must be a URL'],
    ['example.com', 'must be a URL'],
    ['//example.com', 'must be a URL'],
    ['http://example.com', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['https:example.com', 'must be an https URL'],
    ['https://user@example.com', 'must not contain a user name or password'],
    ['https://:secret@example.com', 'must not contain a user name or password'],
    ['https://example.com:22/', 'must use port 443 or one from 1024'],
    ['https://example.com:80/', 'must use port 443 or one from 1024'],
    ['https://example.com/a b', 'must be a URL without spaces or special characters'],
    ['https://example.com/\r\nx-evil: 1', 'must be a URL without spaces or special characters'],
    [' https://example.com', 'must be a URL without spaces or special characters'],
    [`https://example.com/${'a'.repeat(2029)}`, 'must have at most 2048 characters'],
    ['https://localhost/', publicHost],
    ['https://localhost./', publicHost],
    ['https://intranet/', publicHost],
    ['https://a.local/', publicHost],
    ['https://geo.internal/', publicHost],
    ['https://127.0.0.1/', publicHost],
    ['https://127.1/', publicHost],
    ['https://2130706433/', publicHost],
    ['https://0x7f.0.0.1/', publicHost],
    ['https://0177.0.0.1/', publicHost],
    ['https://0.0.0.0/', publicHost],
    ['https://10.1.2.3/', publicHost],
    ['https://172.16.0.1/', publicHost],
    ['https://192.168.1.1/', publicHost],
    ['https://169.254.169.254/latest', publicHost],
    ['https://100.64.0.1/', publicHost],
    ['https://224.0.0.1/', publicHost],
    ['https://[::1]/', publicHost],
    ['https://[::]/', publicHost],
    ['https://[fe80::1]/', publicHost],
    ['https://[fd00::1]/', publicHost],
    ['https://[::ffff:127.0.0.1]/', publicHost],
    ['https://[64:ff9b::7f00:1]/', publicHost],
    ['https://[2002:7f00:1::]/', publicHost],
    ['https://[::127.0.0.1]/', publicHost],
    ['https://[::ffff:8.8.8.8]/', publicHost],
    ['https://168.63.129.16/', publicHost],
  ])('refuses %s', (url, problem) => {
    expect(callbackUrlProblem(url)).toBe(problem);
  });

  test('never throws, and accepts only https', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          if (callbackUrlProblem(text) === null) expect(new URL(text).protocol).toBe('https:');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('where loopback is allowed, for local development', () => {
  const problem = (url: string) => callbackUrlProblem(url, { allowLoopback: true });
  test.each([
    'http://localhost:3000/hook',
    'http://LOCALHOST/hook',
    'https://localhost:8443/',
    'http://127.0.0.1:80/',
    'http://[::1]:9000/',
  ])('accepts %s, which is refused elsewhere', (url) => {
    expect(problem(url)).toBeNull();
    expect(callbackUrlProblem(url)).not.toBeNull();
  });

  test.each([
    ['http://example.com/', 'must be an https URL'],
    ['http://10.0.0.1:3000/', 'must be an https URL'],
    ['https://10.0.0.1:3000/', 'must name a public host'],
    ['https://geo.internal/', 'must name a public host'],
    ['http://localhost.example.com/', 'must be an https URL'],
    ['http://user@localhost:3000/', 'must be an https URL'],
    ['http://localhost@example.com/', 'must be an https URL'],
    ['ftp://localhost/', 'must be an https URL'],
    ['http:localhost:3000', 'must be an https URL'],
    ['http://localhost/\r\nx-evil: 1', 'must be a URL without spaces or special characters'],
  ])('refuses %s', (url, expected) => {
    expect(problem(url)).toBe(expected);
  });
});

test('a webhook secret is a header value of at most 512 characters', () => {
  expect(webhookSecretProblem('')).toBeNull();
  expect(webhookSecretProblem('s3cret ~!')).toBeNull();
  expect(webhookSecretProblem('x'.repeat(512))).toBeNull();
  expect(webhookSecretProblem('x'.repeat(513))).toBe('must have at most 512 characters');
  for (const bad of ['a\nb', 'a\rb', 'a\u0000', 'ä', '\t'])
    expect(webhookSecretProblem(bad)).toBe('must be printable ASCII');
});

test('rejects a webhook secret with surrounding spaces, which a header would lose', () => {
  for (const bad of [' ', ' x', 'x ']) {
    expect(webhookSecretProblem(bad)).toBe('must not begin or end with a space');
    expect(new Headers({ secret: bad }).get('secret')).not.toBe(bad);
  }
});
