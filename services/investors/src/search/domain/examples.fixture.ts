import { type BuyerSearchCriteria, buyerSearchCriteria } from '@plat/contracts';
import type { Buyer, InvestorDeal } from '@plat/dataset';
import { type DatedCounty, type RecordsWindow, windowEndOn } from '@plat/dataset';
import type { SuppressionEntry } from '../../contacts/domain/suppression.ts';
import type { Subject } from '../../deals/domain/subject.ts';
import type { BuyerSearchPorts } from './ports.ts';

/** Invented examples; tests change the fields that matter to them. */

export const AS_OF = windowEndOn('2026-06-30');
/** The window of a search in a county whose records end on that day. */
export const RECORDS: RecordsWindow = { end: AS_OF, county: { name: 'Maricopa' } as DatedCounty };

export const SUBJECT: Subject = {
  latitude: 33.5,
  longitude: -112.1,
  propertyType: 'SFR',
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1500,
  estimatedValue: 400_000,
};

export const exampleBuyer = (changes: Partial<Buyer> = {}): Buyer => ({
  buyerId: 1,
  name: 'OCOTILLO LANTERN HOLDINGS LLC',
  nameKey: 'OCOTILLO LANTERN HOLDINGS LLC',
  isEntity: true,
  mailingKey: '9 E ALMERIA RD PHOENIX AZ 85003',
  mailingZip: '85003',
  mailingState: 'AZ',
  reliability: 1,
  ...changes,
});

export const exampleDeal = (changes: Partial<InvestorDeal> = {}): InvestorDeal => ({
  dealId: 1,
  buyerType: 'landlord',
  distanceMiles: 0,
  eventDate: AS_OF,
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  propertyType: 'SFR',
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1500,
  lotSquareFeet: 6000,
  latitude: 33.5,
  longitude: -112.1,
  estimatedValue: 375_000,
  purchaseDate: AS_OF,
  purchasePrice: 300_000,
  purchaseMethod: 'cash',
  saleDate: null,
  salePrice: null,
  buyer: exampleBuyer(),
  ...changes,
});

export const criteriaWith = (body: Parameters<typeof buyerSearchCriteria>[0] = {}): BuyerSearchCriteria =>
  buyerSearchCriteria({ latitude: SUBJECT.latitude, longitude: SUBJECT.longitude, ...body });

/** Ports over plain values: every deal is near, nobody is suppressed; the national snapshot is from today by default. */
export function examplePorts(
  deals: readonly InvestorDeal[],
  changes: Partial<BuyerSearchPorts> & { entries?: readonly SuppressionEntry[]; snapshot?: string | null } = {},
): BuyerSearchPorts {
  const { entries = [], snapshot = AS_OF, ...ports } = changes;
  return {
    addresses: { resolve: async () => null },
    properties: { facts: async () => SUBJECT, at: async () => null },
    records: { at: async () => RECORDS },
    deals: { near: async () => [...deals] },
    evidence: {
      about: async () => ({
        parcels: new Map(),
        newest: new Map(),
        mailings: new Map(),
        dealsInRadius: new Map(),
      }),
      funnelNear: async () => [],
    },
    contacts: { contactsFor: async () => new Map() },
    lookups: null,
    suppressions: {
      newestNationalSnapshot: async () => snapshot,
      ask: async ({ phones, emails, persons }) => {
        const asked = { phone: phones, email: emails, person: persons };
        const found = entries.filter(({ kind, value }) => asked[kind].includes(value));
        return { entries: found, namesakes: [], newestNationalSnapshot: snapshot };
      },
    },
    readPersonName: () => null,
    ...ports,
  };
}
