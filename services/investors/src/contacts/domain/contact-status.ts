import type { ContactStatus } from '@plat/contracts';
import type { KnownContact } from './known-contacts.ts';
import type { AllowedContact } from './suppression.ts';

const NOTHING_KNOWN = { firstName: null, lastName: null, wireless: [], email: [] };

/**
 * The status of a contact, from what is known and what may be shown. Only wireless numbers and e-mail addresses count,
 * because landlines are never shown. A withheld name means that the person asked for deletion.
 */
export function contactStatus({ contact, lookupFailed }: KnownContact, allowed: AllowedContact): ContactStatus {
  const known = contact ?? NOTHING_KNOWN;
  if (known.firstName !== allowed.firstName || known.lastName !== allowed.lastName) return 'withheld';
  const knownCount = known.wireless.length + known.email.length;
  if (knownCount === 0) return lookupFailed ? 'lookup_failed' : 'not_found';
  if (allowed.withheldBy === 'lists') return 'withheld';
  if (allowed.withheldBy === 'snapshot' && known.wireless.length > 0) return 'phones_withheld';
  return allowed.wireless.length + allowed.email.length < knownCount ? 'partly_withheld' : 'available';
}
