import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { callerFields } from './caller-fields.ts';
import { createInternalTokens } from './principal.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const caller = { keyId: 'key-1', companyId: 'company-1', userId: 'agent-1042' };
const hashWith = (secret: Parameters<typeof createInternalTokens>[0], changed: Partial<typeof caller> = {}) =>
  callerFields(createInternalTokens(secret), { ...caller, ...changed }).userHash;

test('a log line names the key and the company, and hashes the end user', () => {
  const tokens = createInternalTokens(SECRET);
  expect(callerFields(tokens, caller)).toEqual({
    keyId: 'key-1',
    companyId: 'company-1',
    userHash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(callerFields(tokens, { ...caller, userId: null })).toEqual({ keyId: 'key-1', companyId: 'company-1' });
});

test('the hash is the same in every service and after every restart, and differs for every user', () => {
  expect(hashWith(SECRET)).toBe(hashWith({ current: SECRET, alsoAccepted: ['b'.repeat(32)] }));
  const others = [hashWith(SECRET), hashWith(SECRET, { userId: 'agent-1043' }), hashWith(SECRET, { companyId: 'c' })];
  expect(new Set(others).size).toBe(3);
});

test('logs and a list of user ids do not reveal whose line it is without the secret', () => {
  expect(hashWith('b'.repeat(32))).not.toBe(hashWith(SECRET));
  const guesses = [`company-1\nagent-1042`, 'agent-1042', 'company-1agent-1042'].map((text) =>
    createHash('sha256').update(text).digest('hex').slice(0, 16),
  );
  expect(guesses).not.toContain(hashWith(SECRET));
});
