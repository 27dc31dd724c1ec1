import type { OwnSuppression } from '@plat/investors/operator';

/** An entry in JSON output. */
export const entryDocument = ({ kind, value, list, note, createdBy, createdAt }: OwnSuppression) => ({
  kind,
  value,
  list,
  note,
  created_by: createdBy,
  created_at: createdAt,
});

/** An entry as part of a sentence. */
export const entryText = ({ kind, value, list }: Pick<OwnSuppression, 'kind' | 'value' | 'list'>): string =>
  `${kind} ${kind === 'person' ? value.replace('|*', ' in any ZIP code').replace('|', ' in ') : value} on ${list}`;
