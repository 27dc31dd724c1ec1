import type { ContactBook } from './ports.ts';

/** A contact book that reports whether anyone was looked up; then the property counts as skip traced. */
export function countLookups(contacts: ContactBook): { contacts: ContactBook; ran(): boolean } {
  let looked = false;
  return {
    contacts: {
      contactsFor: async (buyers, signal) => {
        const found = await contacts.contactsFor(buyers, signal);
        looked ||= buyers.length > 0;
        return found;
      },
    },
    ran: () => looked,
  };
}
