import {
  LINKABLE_KINDS,
  minCosine,
  nameTail,
  normaliseOwnerName,
  profileSimilarity,
  type TrigramProfile,
  trigramProfile,
} from '@plat/records';
import type { NameShape, OwnerAlias } from './owner-book.ts';

/** Names of lengths further apart share too few trigrams; the slack is that of the pipeline's own comparison. */
const LENGTH_SLACK = 0.1;
/** A cluster of hundreds of spellings is looked for by those that most records carry. */
const MAX_NAMES = 25;

interface OwnName {
  nameKey: string;
  isEntity: boolean;
  profile: TrigramProfile;
}

/** The names of one owner, to hold others against (C.6: trigram cosine, people and companies apart). */
export class AlikeNames {
  readonly #names: OwnName[];

  constructor(aliases: readonly Pick<OwnerAlias, 'nameKey' | 'name' | 'occurrences'>[]) {
    const byUse = [...aliases].sort((a, b) => b.occurrences - a.occurrences || (a.nameKey < b.nameKey ? -1 : 1));
    const names = new Map(byUse.map(({ nameKey, name }) => [nameKey, name]));
    this.#names = [...names].slice(0, MAX_NAMES).flatMap(([nameKey, name]) => {
      const isEntity = linkableAs(name);
      return isEntity === null ? [] : [{ nameKey, isEntity, profile: trigramProfile(nameKey) }];
    });
  }

  /** Without a name that can be linked there is nothing alike. */
  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Every name that `cosineTo` may call alike has this shape, but for a few that differ at both ends. */
  get shape(): NameShape {
    const share = (isEntity: boolean) => minCosine(isEntity) ** 2 - LENGTH_SLACK;
    const lows = this.#names.map(({ nameKey, isEntity }) => share(isEntity) * nameKey.length - 1);
    const highs = this.#names.map(({ nameKey, isEntity }) => (nameKey.length + 1) / share(isEntity));
    return {
      minLength: Math.max(1, Math.floor(Math.min(...lows))),
      maxLength: Math.ceil(Math.max(...highs)),
      heads: [...new Set(this.#names.map(({ nameKey }) => nameKey.slice(0, 2)))],
      tails: [...new Set(this.#names.map(({ nameKey }) => nameTail(nameKey)))],
    };
  }

  /** Cosine with the most alike of the names; null when none is alike enough to be the same owner's. */
  cosineTo({ nameKey, name }: Pick<OwnerAlias, 'nameKey' | 'name'>): number | null {
    const profile = trigramProfile(nameKey);
    let best: { cosine: number; isEntity: boolean } | null = null;
    for (const own of this.#names) {
      const cosine = profileSimilarity(profile, own.profile);
      if (cosine >= minCosine(own.isEntity) && cosine > (best?.cosine ?? 0)) best = { cosine, isEntity: own.isEntity };
    }
    return best !== null && linkableAs(name) === best.isEntity ? best.cosine : null;
  }
}

/** Whether a recorded name is a company's; null for lenders, governments and others who are never one with anybody. */
function linkableAs(name: string): boolean | null {
  const { kind, isEntity } = normaliseOwnerName(name);
  return LINKABLE_KINDS.some((linkable) => linkable === kind) ? isEntity : null;
}
