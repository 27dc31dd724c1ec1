import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { versionedJson } from './versioned-json.ts';

/** Version 1 added the version, version 2 the field `unit`. */
const codec = versionedJson<{ price: number; unit: string }>({
  kind: 'price',
  schema: Type.Object({ price: Type.Number(), unit: Type.String() }),
  upgrades: [(price) => price, (price) => ({ unit: 'dollar', ...price })],
});

test('writes the latest version and reads it back', () => {
  const stored = codec.encode({ price: 5, unit: 'cent' });
  expect(stored).toEqual({ price: 5, unit: 'cent', version: 2 });
  expect(codec.decode(stored)).toEqual({ price: 5, unit: 'cent' });
});

test('upgrades objects of every earlier version', () => {
  expect(codec.decode({ price: 5 })).toEqual({ price: 5, unit: 'dollar' });
  expect(codec.decode({ price: 5, version: 1 })).toEqual({ price: 5, unit: 'dollar' });
});

test('keeps fields that it does not know', () => {
  expect(codec.decode({ price: 5, unit: 'cent', colour: 'red', version: 2 })).toMatchObject({ colour: 'red' });
});

test.each([
  [null, 'could not read a stored price: not an object'],
  ['5', 'could not read a stored price: not an object'],
  [{ price: 5, version: '2' }, 'could not read a stored price: version "2" is not a whole number'],
  [{ price: 5, version: 3 }, 'could not read a stored price: a later release wrote version 3, this one reads 2'],
  [{ price: '5', unit: 'cent', version: 2 }, 'could not read a stored price of version 2: /price Expected number'],
])('rejects %p and says why', (stored, message) => {
  expect(() => codec.decode(stored)).toThrow(message);
});
