import type { SourceMapping } from './mapping.ts';

/**
 * Names under which institutional landlords own houses in North Carolina. The file has no parcels or sales: the
 * names become contacts without number or person, which no search shows.
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
