import { SharedPlace } from '@plat/contracts/admin';
import { validationError } from '@plat/kit';
import { Value } from '@sinclair/typebox/value';

/**
 * The place with its documented fields alone, so that a link never holds a contact that a caller sent along.
 * @throws AppError VALIDATION_ERROR for a day that no calendar has.
 */
export function shownPlace(given: SharedPlace): SharedPlace {
  const place = Value.Clean(SharedPlace, structuredClone(given)) as SharedPlace;
  const days = [
    ['records_through', place.records_through],
    ['home.last_sale_date', place.home?.last_sale_date ?? null],
    ...place.buyers.map(({ last_purchase_date: day }, at) => [`buyers.${at}.last_purchase_date`, day] as const),
  ] as const;
  const wrong = days.filter(([, day]) => day !== null && Number.isNaN(Date.parse(day)));
  if (wrong.length === 0) return place;
  throw validationError(
    wrong.map(([field]) => ({ field: `place.${field}`, problem: 'must be a day of the calendar' })),
  );
}
