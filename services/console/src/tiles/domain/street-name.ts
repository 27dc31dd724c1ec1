const HOUSE = /^\d+(?:-\d+)?[A-Z]?(?: 1\/2)? /i;
const UNIT = / (?:apt|unit|ste|suite|lot|spc|bldg|rm|fl|trlr|ph|#)\b.*$| #.*$/i;

/** A situs line divided into its house number and its street; null without both. */
export function streetOf(addressLine: string): { houseNumber: number; street: string } | null {
  const house = HOUSE.exec(addressLine);
  if (house === null) return null;
  const street = addressLine.slice(house[0].length).replace(UNIT, '').trim();
  return street === '' ? null : { houseNumber: Number.parseInt(house[0], 10), street };
}
