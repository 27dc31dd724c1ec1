import type { OwnSuppression } from '@plat/investors/operator';

/** An own do-not-contact entry in JSON. */
export const entryDocument = ({ kind, value, list, note, createdBy, createdAt }: OwnSuppression) => ({
  kind,
  value,
  list,
  note,
  created_by: createdBy,
  created_at: createdAt,
});
