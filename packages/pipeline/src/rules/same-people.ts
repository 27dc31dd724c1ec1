/** A recorded name, by number, that mentions one person, or several together. */
export interface Mention {
  name: number;
  /** Middle name or initials of each person, empty where the record has none. */
  middles: readonly string[];
  /** JR, SR and so on, empty if not recorded. */
  generation: string;
}

/** Shorter middle names are initials (`J`, `JB`). */
const FULL_MIDDLE_LETTERS = 3;

/**
 * Pairs of names that mention the same people, among names with the same first and last names (docs/rules/buyers.md).
 * JR and SR are two people, and so are JOHN A and JOHN B; where both exist, JOHN alone could be either and joins none.
 */
export function samePeople(mentions: readonly Mention[]): [number, number][] {
  const people = Math.max(0, ...mentions.map(({ middles }) => middles.length));
  let groups = [...Map.groupBy(mentions, ({ generation }) => generation).values()];
  for (let person = 0; person < people; person++) {
    const middleOf = ({ middles }: Mention) => (middles[person] ?? '').split(' ')[0] ?? '';
    groups = groups
      .flatMap((group) => parted(group, (mention) => middleOf(mention).slice(0, 1)))
      .flatMap((group) =>
        parted(group, (mention) => (middleOf(mention).length < FULL_MIDDLE_LETTERS ? '' : middleOf(mention))),
      );
  }
  return groups.flatMap(joined);
}

/** The group as it is while at most one value is recorded, otherwise a group for each recorded value. */
function parted(group: Mention[], valueIn: (mention: Mention) => string): Mention[][] {
  const parts = Map.groupBy(group, valueIn);
  parts.delete('');
  return parts.size < 2 ? [group] : [...parts.values()];
}

function joined(group: readonly Mention[]): [number, number][] {
  const [first, ...others] = [...new Set(group.map(({ name }) => name))].sort((a, b) => a - b);
  return first === undefined ? [] : others.map((name) => [first, name]);
}
