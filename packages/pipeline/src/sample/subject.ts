/** A house in the densest part of the generated market, for documents and demonstrations (seed 1, 30,000 parcels or more). */
export const SAMPLE_SUBJECT = {
  parcelId: 'SAMPLE-AZ-0004-00863',
  address: '3043 W Monte Vista Trl, Phoenix, AZ 85019',
  latitude: 33.512393,
  longitude: -112.137868,
} as const;
