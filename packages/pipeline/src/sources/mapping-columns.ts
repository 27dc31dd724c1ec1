import { CANONICAL_FILES, CANONICAL_KINDS, type CanonicalColumn } from '../canonical/canonical.ts';
import { PLACE_COLUMNS } from './mapping.ts';

/** The columns that a mapping can fill, for each kind of rows. */
export const mappingColumns = CANONICAL_KINDS.map((kind) => {
  const columns = Object.entries<CanonicalColumn>(CANONICAL_FILES[kind]).map(([name, { type, required, doc }]) => ({
    name,
    type: type as string,
    is_required: required === true,
    meaning: doc,
  }));
  const places = PLACE_COLUMNS.map((name) => ({
    name,
    type: 'text',
    is_required: false,
    meaning: `${name} of the parcel`,
  }));
  return {
    kind: kind as string,
    columns: kind === 'transfers' || kind === 'listings' ? [...columns, ...places] : columns,
  };
});
