import type { Buyer } from '@plat/dataset';

/** An owner on record, as the provider is asked. */
export interface OwnerOnRecord {
  /** Normalised name and mailing place; buyers with the same key are one owner. */
  ownerKey: string;
  nameKey: string;
  /** As recorded. */
  name: string;
  isEntity: boolean;
  mailing: MailingPlace;
}

/** Where an owner receives mail, in the capitals and abbreviations of Publication 28; null is unknown. */
export interface MailingPlace {
  line: string | null;
  city: string | null;
  /** USPS code. */
  state: string | null;
  /** Five digits. */
  zip: string | null;
}

/** @returns null for a buyer without a name, who cannot be looked up */
export function ownerOnRecord(buyer: Buyer): OwnerOnRecord | null {
  const { name, nameKey, isEntity, mailingKey, mailingZip, mailingState } = buyer;
  if (name === null || nameKey === null || nameKey === '') return null;
  const ownerKey = `${nameKey}@${mailingKey ?? mailingZip ?? mailingState ?? ''}`;
  return { ownerKey, nameKey, name, isEntity, mailing: mailingPlace({ mailingKey, mailingZip, mailingState }) };
}

/** The dataset's key of a mailing address is `LINE|ZIP`, or `LINE|CITY STATE` without a ZIP code. */
function mailingPlace(mail: Pick<Buyer, 'mailingKey' | 'mailingZip' | 'mailingState'>): MailingPlace {
  const { mailingKey, mailingZip: zip, mailingState: state } = mail;
  const [line = '', place = ''] = mailingKey?.split('|') ?? [];
  const isZip = /^\d{5}$/.test(place);
  const city = isZip || state === null ? '' : place.replace(new RegExp(` ?${state}$`), '');
  return { line: line || null, city: city || null, state, zip: zip ?? (isZip ? place : null) };
}
