import type { NearbyDeal } from '@plat/dataset';

export const AREA_DEAL_FIELDS = [
  'dealId',
  'buyerType',
  'eventDate',
  'addressLine',
  'city',
  'state',
  'zip',
  'latitude',
  'longitude',
  'propertyType',
  'bedrooms',
  'bathrooms',
  'livingSquareFeet',
  'lotSquareFeet',
  'purchaseDate',
  'purchasePrice',
  'purchaseMethod',
  'saleDate',
  'salePrice',
] as const satisfies readonly (keyof NearbyDeal)[];

/** A deal at its true place. Only `hideDeal` lets anything of that place leave the service. */
export type AreaDeal = Pick<NearbyDeal, (typeof AREA_DEAL_FIELDS)[number]>;
