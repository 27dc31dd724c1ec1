/** A house in the densest part of the generated market, for documents and demonstrations (seed 1, 6,000 parcels or more). */
export const SAMPLE_SUBJECT = {
  parcelId: 'SAMPLE-AZ-0001-00990',
  address: '3043 W Monte Vista Trl, Phoenix, AZ 85019',
  latitude: 33.513026,
  longitude: -112.137713,
} as const;
