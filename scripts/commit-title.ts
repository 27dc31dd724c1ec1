const MAX_TITLE = 72;
/** Titles written by git itself. */
const GIT_TITLE = /^(Merge |Revert |fixup! |squash! )/;
/** Endings of words that are not imperative; "need", "feed" and similar verbs are exceptions. */
const NO_IMPERATIVE = /^(?:\w{3,}(?:ing|ed)|adds|fixes|makes|removes|uses|moves|renames|changes|updates)$/;
const IMPERATIVE_ANYWAY = /^(?:need|feed|speed|embed|exceed|proceed|succeed|bring|string|ping|ring|sing)$/;

/** @returns the problem of a commit title; null for `scope: do something` of at most 72 characters. */
export function titleFault(title: string): string | null {
  if (GIT_TITLE.test(title)) return null;
  if (title.length > MAX_TITLE) return `the title has ${title.length} characters; at most ${MAX_TITLE} are allowed`;
  const [, verb] = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: (\S+)/.exec(title) ?? [];
  if (verb === undefined) return 'the title needs a lower-case scope, as in "geo: reject contradicting directionals"';
  if (!/^[a-z]/.test(verb)) return `the words after the scope begin in lower case: "${verb}"`;
  if (NO_IMPERATIVE.test(verb) && !IMPERATIVE_ANYWAY.test(verb)) return `the verb is imperative: not "${verb}"`;
  if (title.endsWith('.')) return 'the title has no full stop';
  return null;
}
