import type { SourceMapping } from './mapping.ts';

/**
 * Names under which institutional landlords hold houses in North Carolina. There is no parcel and no sale in it: the
 * names are kept as contacts without a number or a person, which no search shows.
 */
export const northCarolina: SourceMapping = {
  name: 'north-carolina',
  title: "North Carolina: corporate landlords' owner names",
  notes: [
    'The list has neither parcels nor sales. Its owner names are kept as contacts of region ALL with the state; without a phone, e-mail address or person they add nothing to a search.',
  ],
  inputs: [
    {
      file: '*landlord*names*.csv*',
      produces: [{ kind: 'contacts', columns: { name: 'owner', mailing_state: { constant: 'NC' } } }],
    },
  ],
};
