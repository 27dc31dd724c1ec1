import { PROPERTY_TYPES } from '@plat/contracts';
import {
  DEAL_TYPES,
  dealsNear,
  newestDealsOfBuyers,
  newestMailingOfBuyers,
  parcelsOfDeals,
  type ReadDataset,
} from '@plat/dataset';
import { filtersOf } from '../../deals/index.ts';
import type { EvidenceFinder } from '../domain/ports.ts';

const ALL_DEAL_TYPES = Object.values(DEAL_TYPES);

/** Evidence about buyers from the market dataset. */
export const marketEvidence = (read: ReadDataset): EvidenceFinder => ({
  about: async (deals, { subject, radiusMiles, window, asOf, hideNonArmsLength }, newestDeals, signal) => {
    const dataset = await read(signal);
    const asked = {
      regions: dataset.regionsTouching(subject, radiusMiles),
      buyerIds: [...new Set(deals.map(({ buyer }) => buyer.buyerId))],
      asOf,
      hideNonArmsLength,
    };
    const [parcels, newest, mailings, near] = await Promise.all([
      parcelsOfDeals(
        dataset,
        asked,
        deals.map(({ dealId }) => dealId),
      ),
      newestDealsOfBuyers(dataset, asked, subject, newestDeals),
      newestMailingOfBuyers(dataset, asked),
      dealsNear(
        dataset,
        {
          latitude: subject.latitude,
          longitude: subject.longitude,
          radiusMiles,
          fromDate: window.from,
          asOf: window.to,
          dealTypes: ALL_DEAL_TYPES,
          propertyTypes: PROPERTY_TYPES,
          hideNonArmsLength,
          hideInstitutions: false,
        },
        ['buyerId'],
      ),
    ]);
    const dealsInRadius = new Map<number, number>();
    for (const { buyerId } of near) dealsInRadius.set(buyerId, (dealsInRadius.get(buyerId) ?? 0) + 1);
    return {
      parcels: new Map(parcels.map(({ dealId, propertyId, parcelId }) => [dealId, { propertyId, parcelId }])),
      newest: Map.groupBy(newest, ({ buyerId }) => buyerId),
      mailings: new Map(
        mailings.map((mailing) => [
          mailing.buyerId,
          {
            line: mailing.buyerMailingLine,
            city: mailing.buyerMailingCity,
            state: mailing.buyerMailingState,
            zip: mailing.buyerMailingZip,
          },
        ]),
      ),
      dealsInRadius,
    };
  },
  funnelNear: async ({ latitude, longitude, propertyId }, criteria, window, signal) => {
    const deals = await dealsNear(
      await read(signal),
      {
        latitude,
        longitude,
        radiusMiles: criteria.radius_miles,
        fromDate: window.from,
        asOf: window.to,
        dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
        ...filtersOf(criteria),
        hideNonArmsLength: false,
        hideInstitutions: false,
        withoutRentalOf: propertyId,
      },
      ['buyerId', 'buyerType', 'dealType', 'institution', 'armsLength'],
    );
    return deals.map(({ buyerId, buyerType, dealType, institution, armsLength }) => ({
      buyerId,
      buyerType,
      isHiddenInstitution: isHiddenInstitution(dealType, institution),
      isNonArmsLength: armsLength === 'non_arms_length',
    }));
  },
});

/** The filter of docs/rules/institutions.md: a flip by a landlord that is large by size alone stays. */
const isHiddenInstitution = (dealType: string, institution: string | null): boolean =>
  institution !== null && !(dealType === 'flip' && institution === 'large');
