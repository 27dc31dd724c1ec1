import type { OwnSuppression } from '@plat/investors/operator';

export { entryDocument } from '@plat/standalone/suppression-entry';

/** An entry as part of a sentence. */
export const entryText = ({ kind, value, list }: Pick<OwnSuppression, 'kind' | 'value' | 'list'>): string =>
  `${kind} ${kind === 'person' ? value.replace('|*', ' in any ZIP code').replace('|', ' in ') : value} on ${list}`;
