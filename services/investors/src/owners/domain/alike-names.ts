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

/** Names whose lengths differ more share too few trigrams; the pipeline uses the same slack. */
const LENGTH_SLACK = 0.1;
/** A cluster with hundreds of spellings is searched by its most frequent ones. */
const MAX_NAMES = 25;

interface OwnName {
  nameKey: string;
  isEntity: boolean;
  profile: TrigramProfile;
}

/**
 * The names of one owner, to compare others with: trigram cosine, people and companies apart (docs/rules/buyers.md).
 */
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

  /** An owner without a linkable name has no similar names. */
  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** The shape of every name that `cosineTo` may accept, except a few that differ at both ends. */
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

  /** Cosine to the most similar name; null when no name is similar enough to be the same owner's. */
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

/** True for a company, false for a person; null for lenders, governments and others that are never linked. */
function linkableAs(name: string): boolean | null {
  const { kind, isEntity } = normaliseOwnerName(name);
  return LINKABLE_KINDS.some((linkable) => linkable === kind) ? isEntity : null;
}
