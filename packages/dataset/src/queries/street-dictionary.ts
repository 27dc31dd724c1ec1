import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';

/** The streets, cities and ZIP codes of a version, for correcting typing errors. */
export interface StreetDictionary {
  streets: DatasetRow<'street'>[];
  places: DatasetRow<'place'>[];
}

/** Reads the dictionary, a state at a time. */
export async function readStreetDictionary({ ask, rowsOf, states }: Dataset): Promise<StreetDictionary> {
  const dictionary: StreetDictionary = { streets: [], places: [] };
  for (const state of states) {
    const [streets, places] = await Promise.all([
      ask<DatasetRow<'street'>>(`select * from ${rowsOf('street', [state])} street`, []),
      ask<DatasetRow<'place'>>(`select * from ${rowsOf('place', [state])} place`, []),
    ]);
    dictionary.streets = dictionary.streets.concat(streets);
    dictionary.places = dictionary.places.concat(places);
  }
  return dictionary;
}
