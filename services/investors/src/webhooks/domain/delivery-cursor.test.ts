import { expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import fc from 'fast-check';
import { readDeliveryCursor, writeDeliveryCursor } from './delivery-cursor.ts';

test('reads a cursor back', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 999 }), fc.uuid(), (instant, micros, id) => {
      const createdAt = instant.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
      expect(readDeliveryCursor(writeDeliveryCursor({ createdAt, id }))).toEqual({ createdAt, id });
    }),
  );
});

test('rejects anything else, naming the field', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (cursor) => {
      expect(() => readDeliveryCursor(cursor)).toThrow(AppError);
    }),
  );
});
