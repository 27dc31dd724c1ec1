import type { Random } from '@plat/value-model';
import type { CsvRow } from './csv-file.ts';
import type { Metro } from './metros.ts';
import type { Party } from './parties.ts';
import { words } from './words.ts';

/** Area codes besides the metro's own, used in turn: each has only the hundred numbers reserved for fiction. */
const FURTHER_AREA_CODES = words(`
  205, 209, 213, 214, 216, 217, 219, 225, 228, 234, 248, 251, 253, 254, 256, 260, 262, 267, 269, 270, 276, 281, 301,
  302, 303, 304, 307, 308, 309, 310, 312, 313, 314, 315, 316, 317, 318, 319, 320, 323, 330, 331, 334, 336, 337, 339`);
const FICTIONAL_NUMBERS = 100;

/** Ten-digit numbers from 555-0100 to 555-0199 only, distinct until the area codes are exhausted. */
export function createPhoneBook(metro: Metro): () => string {
  const areaCodes = [...metro.areaCodes, ...FURTHER_AREA_CODES];
  let issued = 0;
  return () => {
    const line = Math.floor(issued / areaCodes.length) % FICTIONAL_NUMBERS;
    const areaCode = areaCodes[issued % areaCodes.length];
    issued += 1;
    return `${areaCode}55501${String(line).padStart(2, '0')}`;
  };
}

const titleCase = (text: string) => text.charAt(0) + text.slice(1).toLowerCase();

/** One contact row per name of an investor; none for institutions and for one investor in eight. */
export function contactsOf(party: Party, random: Random, nextPhone: () => string): CsvRow<'contacts'>[] {
  const { principal, mailing } = party;
  if (principal === null || mailing === null || random.chance(0.12)) return [];
  const wireless = random.chance(0.85) ? Array.from({ length: random.chance(0.3) ? 2 : 1 }, nextPhone) : [];
  const landline = random.chance(0.3) ? nextPhone() : null;
  const mailbox = `${principal.first}.${principal.last}${random.integer(1, 999)}`.toLowerCase();
  const email = random.chance(0.72) ? `${mailbox}@example.${random.chance(0.7) ? 'com' : 'org'}` : null;
  return party.names.map((name) => ({
    name,
    mailing_address: mailing.street,
    mailing_city: mailing.city,
    mailing_state: mailing.state,
    mailing_zip: mailing.zip,
    first_name: titleCase(principal.first),
    last_name: titleCase(principal.last),
    wireless_1: wireless[0] ?? null,
    wireless_2: wireless[1] ?? null,
    landline_1: landline,
    email_1: email,
  }));
}

/** Entries of the do-not-contact lists for one investor, about one investor in six. */
export function suppressionsOf(
  contact: CsvRow<'contacts'>,
  random: Random,
  days: { nationalSnapshot: string; request: string },
): CsvRow<'suppressions'>[] {
  const entries: CsvRow<'suppressions'>[] = [];
  const list = (kind: string, value: CsvRow<'contacts'>['name'], name: string, listed_on: string) => {
    if (value !== null && value !== undefined) entries.push({ kind, value, list: name, listed_on });
  };
  if (random.chance(0.1)) list('phone', contact.wireless_1, 'national_dnc', days.nationalSnapshot);
  if (random.chance(0.1)) list('phone', contact.landline_1, 'national_dnc', days.nationalSnapshot);
  if (random.chance(0.008)) list('phone', contact.wireless_1, 'opt_out', days.request);
  if (random.chance(0.004)) list('phone', contact.wireless_1, 'litigator', days.request);
  if (random.chance(0.004)) list('phone', contact.wireless_2, 'state_dnc', days.request);
  if (random.chance(0.004)) list('phone', contact.wireless_2, 'reassigned', days.request);
  if (random.chance(0.012)) list('email', contact.email_1, 'opt_out', days.request);
  if (random.chance(0.006)) {
    const person = `${contact.first_name} ${contact.last_name}|${contact.mailing_zip}`.toUpperCase();
    list('person', person, 'deletion', days.request);
  }
  return entries;
}
