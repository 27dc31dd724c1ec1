import type { Buyer, OwnerMail } from '@plat/dataset';
import { displayCity, displayLine, mailingKeys, parseAddressLine, stateOfZip } from '@plat/records';

/**
 * The mailing address of a buyer for display. The dataset has only its key; if the property's current owner receives
 * mail there, the roll has it in full. A missing city is taken from the ZIP code.
 */
export function buyerMail(
  { mailingKey, mailingZip, mailingState }: Buyer,
  ownerMail: OwnerMail,
  cityOfZip: ReadonlyMap<string, string>,
): OwnerMail {
  const state = mailingState ?? (mailingZip === null ? null : stateOfZip(mailingZip));
  const cityByZip = mailingZip === null ? null : (cityOfZip.get(mailingZip) ?? null);
  const ownerKeys = mailingKeys(ownerMail.line, ownerMail.city, ownerMail.state, ownerMail.zip);
  if (mailingKey !== null && ownerKeys?.mailingKey === mailingKey) {
    return {
      line: ownerMail.line,
      city: ownerMail.city ?? cityByZip,
      state: ownerMail.state ?? state,
      zip: mailingZip,
    };
  }
  const [line = '', place = ''] = mailingKey?.split('|') ?? [];
  return {
    line: displayLine(parseAddressLine(line)) || null,
    city: cityByZip ?? cityOfPlace(place, state),
    state,
    zip: mailingZip,
  };
}

/** The city of `PHOENIX AZ`, the place of a key without ZIP code. */
function cityOfPlace(place: string, state: string | null): string | null {
  if (/\d/.test(place)) return null;
  const city = state !== null && place.endsWith(` ${state}`) ? place.slice(0, -state.length - 1) : place;
  return displayCity(city);
}
