import type { ContactBook } from '../../search/index.ts';

/** A contact book that knows whether anyone was looked up in it: from then on the property counts as skiptraced. */
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
