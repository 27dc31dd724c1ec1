import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { ConfigError, readConfig, SERVICE_SETTINGS } from './index.ts';

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'where to listen' }),
  RATIO: Type.Optional(Type.Number()),
  HTTPS: Type.Boolean({ default: true }),
  SERVICES: Type.Array(Type.String({ minLength: 1 }), { default: ['geo'] }),
  DAY: Type.Optional(Type.String({ format: 'calendar-day' })),
  SECRET: Type.String({ minLength: 8, examples: ['<output of: openssl rand -hex 32>'] }),
});

describe('a configuration', () => {
  test('converts values and applies defaults to variables that are unset or empty', () => {
    const env = { SECRET: 'long enough', RATIO: '.5', HTTPS: '0', SERVICES: 'geo, accounts', PORT: ' ', OTHER: 'x' };
    expect(readConfig(schema, env)).toEqual({
      PORT: 8080,
      RATIO: 0.5,
      HTTPS: false,
      SERVICES: ['geo', 'accounts'],
      SECRET: 'long enough',
    });
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a word as a number', { PORT: 'http' }, /PORT: expected integer \(where to listen\), for example PORT=8080/],
    ['a number out of range', { PORT: '70000' }, /PORT: expected integer to be less or equal to 65535/],
    ['a fraction as an integer', { PORT: '80.5' }, /PORT: expected integer/],
    ['a hexadecimal number', { PORT: '0x50' }, /PORT: expected integer/],
    ['a loose boolean', { HTTPS: 'maybe' }, /HTTPS: expected boolean/],
    ['an empty item of a list', { SERVICES: 'geo,,x' }, /SERVICES: /],
    ['a day that does not exist', { DAY: '2026-02-30' }, /DAY: is not a calendar day/],
    ['a short secret', { SECRET: 'short' }, /SECRET: expected string length greater or equal to 8/],
  ];
  for (const [name, env, message] of wrong) {
    test(`refuses ${name}`, () => {
      expect(() => readConfig(schema, { SECRET: 'long enough', ...env })).toThrow(message);
    });
  }

  test('lists all mistakes at once and quotes no value', () => {
    const env = { PORT: 'aaa-secret-value', HTTPS: 'bbb-secret-value' };
    const message = (() => {
      try {
        readConfig(schema, env);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return (error as Error).message;
      }
      return '';
    })();
    expect(message.split('\n')).toHaveLength(4);
    expect(message).toContain('SECRET: is required, for example SECRET=<output of: openssl rand -hex 32>');
    expect(message).not.toContain('secret-value');
  });

  test('requires only a secret of 32 bytes from every service', () => {
    expect(() => readConfig(Type.Object(SERVICE_SETTINGS), {})).toThrow(/^[^\n]+\n {2}PLAT_INTERNAL_SECRET: [^\n]+$/);
    const config = readConfig(Type.Object(SERVICE_SETTINGS), { PLAT_INTERNAL_SECRET: 'x'.repeat(32) });
    expect(() => readConfig(Type.Object(SERVICE_SETTINGS), { PLAT_LOG_LEVEL: 'loud' })).toThrow(
      /PLAT_LOG_LEVEL: must be one of trace, debug, info/,
    );
    expect(config).toMatchObject({ PLAT_PORT: 8080, PLAT_LOG_LEVEL: 'info' });
  });
});
