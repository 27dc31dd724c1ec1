import { expect, test } from 'bun:test';
import { refuseBackgroundSearch } from './background-search.ts';

const thrownBy = (criteria: Parameters<typeof refuseBackgroundSearch>[0]): unknown => {
  try {
    refuseBackgroundSearch(criteria);
    return null;
  } catch (error) {
    return error;
  }
};

test.each([
  [{ async: true, webhook_url: null }, ['async']],
  [{ async: false, webhook_url: 'https://hooks.example.com/in' }, ['webhook_url']],
  [{ async: true, webhook_url: 'https://hooks.example.com/in' }, ['async', 'webhook_url']],
])('%p is refused with 400 naming %p', (criteria, fields) => {
  const error = thrownBy(criteria) as { fields: { field: string }[] };
  expect(error).toMatchObject({
    code: 'VALIDATION_ERROR',
    status: 400,
    message: expect.stringContaining(fields[0] as string),
  });
  expect(error.fields.map(({ field }) => field)).toEqual(fields);
});

test('a search that waits for its answer passes', () => {
  expect(thrownBy({ async: false, webhook_url: null })).toBeNull();
});
