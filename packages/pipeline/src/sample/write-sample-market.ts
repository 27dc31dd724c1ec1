import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateOfDay, dayOfDate } from '@plat/kit/clock';
import { createRandom } from '@plat/value-model';
import { contactsOf, createPhoneBook, suppressionsOf } from './contacts.ts';
import type { EventKind, Scene, Transfer } from './conveyance.ts';
import { createCsvFile } from './csv-file.ts';
import { layGround } from './ground.ts';
import { liveParcel, type Portfolio, planPortfolio } from './life-of-a-parcel.ts';
import { METROS } from './metros.ts';
import { type Ground, parcelsOf } from './parcels.ts';
import { inventInvestor, inventMetroParties, type MetroParties, type Party } from './parties.ts';
import { propertyRow } from './properties.ts';
import { README } from './readme.ts';

export interface SampleMarketOptions {
  /** Target folder; created if missing. */
  directory: string;
  /** Last day of the market, `YYYY-MM-DD`. */
  asOf: string;
  /** Parcels in total, a third around each metro. */
  parcels?: number;
  seed?: number;
}

export interface SampleMarket {
  /** Paths of the canonical files: properties, transfers, contacts, suppressions. */
  files: string[];
  rows: Record<'properties' | 'transfers' | 'contacts' | 'suppressions', number>;
  /** Generated events, for tests that check whether the rules find them. */
  events: Partial<Record<EventKind, number>>;
}

const YEARS = 5;
const PARCELS_BETWEEN_PORTFOLIOS = 700;
const NATIONAL_SNAPSHOT_AGE_DAYS = 5;
const REQUEST_AGE_DAYS = 60;

/** Formats day numbers; cached, because a market has few days and many rows. */
function createCalendar(): (day: number) => string {
  const known = new Map<number, string>();
  return (day) => {
    let text = known.get(day);
    if (text === undefined) {
      text = dateOfDay(day);
      known.set(day, text);
    }
    return text;
  };
}

/**
 * Writes a generated market as canonical files: fictional parcels, people, companies and deeds in three real
 * metros. Every parcel id starts with SAMPLE. The same options give the same bytes.
 * @throws RangeError for an unreadable `asOf` or a number of parcels that is not a positive integer.
 */
export async function writeSampleMarket(options: SampleMarketOptions): Promise<SampleMarket> {
  const { directory, asOf, parcels = 60_000, seed = 1 } = options;
  const lastDay = dayOfDate(asOf);
  if (!Number.isFinite(lastDay)) throw new RangeError(`asOf must be a date such as 2026-01-31, not ${asOf}`);
  if (!Number.isInteger(parcels) || parcels < 1) throw new RangeError('parcels must be a positive whole number');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'README.md'), README);

  const path = (kind: string) => join(directory, `${kind}.csv.gz`);
  const out = {
    properties: createCsvFile('properties', path('properties')),
    transfers: createCsvFile('transfers', path('transfers')),
    contacts: createCsvFile('contacts', path('contacts')),
    suppressions: createCsvFile('suppressions', path('suppressions')),
  };
  const rows = { properties: 0, transfers: 0, contacts: 0, suppressions: 0 };
  const events: SampleMarket['events'] = {};
  const dateOf = createCalendar();
  const days = {
    nationalSnapshot: dateOf(lastDay - NATIONAL_SNAPSHOT_AGE_DAYS),
    request: dateOf(lastDay - REQUEST_AGE_DAYS),
  };
  const lastYear = Number(dateOf(lastDay).slice(0, 4));
  const firstDay = lastDay - Math.floor(YEARS * 365.25);

  const addTransfer = (transfer: Transfer) => {
    rows.transfers += 1;
    out.transfers.add({
      parcel_id: transfer.parcelId,
      document_id: transfer.documentId,
      sale_date: dateOf(transfer.saleDay),
      recorded_date: dateOf(transfer.recordedDay),
      price: transfer.price,
      grantor: transfer.grantor,
      grantee: transfer.grantee,
      deed_type: transfer.deedType,
      buyer_mailing_address: transfer.mailing?.street,
      buyer_mailing_city: transfer.mailing?.city,
      buyer_mailing_state: transfer.mailing?.state,
      buyer_mailing_zip: transfer.mailing?.zip,
      loan_amount: transfer.loanAmount,
      lender: transfer.lender,
    });
  };

  for (const [metroIndex, metro] of METROS.entries()) {
    const share = Math.floor(parcels / METROS.length) + (metroIndex < parcels % METROS.length ? 1 : 0);
    const metroRandom = createRandom(`${seed}/${metro.code}`);
    const grounds = layGround(metro);
    const parties = inventMetroParties(metroRandom, metro, Math.ceil(share / 2000));
    const met = new Set<Party>();
    const nextPhone = createPhoneBook(metro);
    let documents = 0;
    let left = share;
    while (left > 0) {
      const ground = grounds.next().value;
      const scene = setScene(ground, parties, {
        seed,
        firstDay,
        lastDay,
        nextDocumentId: (day) => `${metro.code}${dateOf(day).slice(0, 4)}-${String(++documents).padStart(8, '0')}`,
        emit: addTransfer,
        count: (kind) => {
          events[kind] = (events[kind] ?? 0) + 1;
        },
        meet: (party) => met.add(party),
      });
      left -= settle(scene, ground, { seed, limit: left, lastYear }, (row) => {
        rows.properties += 1;
        out.properties.add(row);
      });
      await Promise.all([out.properties.drain(), out.transfers.drain()]);
    }
    const contactRandom = createRandom(`${seed}/${metro.code}/contacts`);
    for (const party of met) {
      const contacts = contactsOf(party, contactRandom, nextPhone);
      for (const contact of contacts) out.contacts.add(contact);
      const entries = contacts[0] === undefined ? [] : suppressionsOf(contacts[0], contactRandom, days);
      for (const entry of entries) out.suppressions.add(entry);
      rows.contacts += contacts.length;
      rows.suppressions += entries.length;
    }
  }
  await Promise.all(Object.values(out).map((file) => file.close()));
  return { files: Object.keys(out).map(path), rows, events };
}

type Chronicle = Pick<Scene, 'firstDay' | 'lastDay' | 'nextDocumentId' | 'emit' | 'count' | 'meet'> & { seed: number };

function setScene(ground: Ground, metro: MetroParties, { seed, ...chronicle }: Chronicle): Scene {
  const random = createRandom(`${seed}/${ground.metro.code}/${ground.index}`);
  const investors = (kind: 'flipper' | 'landlord', count: number): Party[] =>
    Array.from({ length: count }, () =>
      inventInvestor(random, kind, ground.metro, ground.neighbourhood, metro.registeredAgent),
    );
  const local = { flippers: investors('flipper', 16), landlords: investors('landlord', 70) };
  const { city, zip } = ground.neighbourhood;
  const place = { city, state: ground.metro.state, zip };
  return { ...chronicle, random, metro, local, place, appreciation: ground.metro.appreciation };
}

/** Fills one square mile with at most `limit` parcels and their stories. @returns the number of parcels. */
function settle(
  scene: Scene,
  ground: Ground,
  { seed, limit, lastYear }: { seed: number; limit: number; lastYear: number },
  addProperty: (row: ReturnType<typeof propertyRow>) => void,
): number {
  let settled = 0;
  let portfolio: Portfolio | null = null;
  let portfolioEnds = 0;
  // A separate stream: the parcels do not depend on the day, so documented addresses stay valid.
  const groundRandom = createRandom(`${seed}/${ground.metro.code}/${ground.index}/parcels`);
  for (const parcel of parcelsOf(ground, groundRandom, lastYear)) {
    if (settled === limit) break;
    settled += 1;
    if (settled % PARCELS_BETWEEN_PORTFOLIOS === 0) {
      portfolio = planPortfolio(scene);
      portfolioEnds = settled + scene.random.integer(3, 9);
    }
    const holding = liveParcel(scene, ground, parcel, settled < portfolioEnds ? portfolio : null);
    addProperty(propertyRow(scene, ground, holding));
  }
  return settled;
}
