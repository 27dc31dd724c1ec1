import { dealsNear, type ReadDataset } from '@plat/dataset';
import type { InvestorFlip, InvestorFlipFinder } from '../domain/ports.ts';

const FIELDS = ['institution', 'purchasePrice', 'salePrice', 'livingSquareFeet'] as const;

/** Completed flips of the market dataset, without those of institutions of any kind. */
export const marketInvestorFlips = (read: ReadDataset): InvestorFlipFinder => ({
  near: async ({ latitude, longitude, propertyType }, window, signal) => {
    const filters = { dealTypes: ['flip'], propertyTypes: [propertyType] } as const;
    const hidden = { hideNonArmsLength: true, hideInstitutions: true };
    const query = { latitude, longitude, ...window, ...filters, ...hidden };
    const deals = await dealsNear(await read(signal), query, FIELDS);
    return deals.flatMap(({ institution, purchasePrice, salePrice, livingSquareFeet }): InvestorFlip[] =>
      institution !== null || salePrice === null ? [] : [{ purchasePrice, salePrice, livingSquareFeet }],
    );
  },
});
