/**
 * Assigns buyer ids from one version of a region to the next (docs/rules/buyer-ids.md). Pure: the same memory and
 * clusters give the same ids.
 */

/** The id under which a name was last published, with its number of deals then. */
export interface KnownName {
  buyerId: number;
  deals: number;
}

/** The known ids of a region before a build. */
export interface BuyerIdMemory {
  /** Names of the serving version. */
  serving: ReadonlyMap<string, KnownName>;
  /** Names of earlier versions, as last published. */
  remembered: ReadonlyMap<string, KnownName>;
  /** Ids once given to a buyer with this name, newest first. */
  givenTo: ReadonlyMap<string, readonly number[]>;
  /** Every id ever given, with its age; a smaller number is older. */
  ages: ReadonlyMap<number, number>;
  /** Ids of merged buyers, with the surviving id. */
  merged: ReadonlyMap<number, number>;
}

export interface AssignedIds {
  /** In the order of the clusters. */
  ids: number[];
  merged: Map<number, number>;
}

/** A new id from a name; a higher generation if the id is taken. */
export type NewBuyerId = (name: string, generation: number) => number;

interface Claim {
  cluster: number;
  buyerId: number;
  isServing: boolean;
  deals: number;
  names: number;
}

/**
 * Gives each cluster of names its buyer id. Of several clusters with one id, the one with most deals keeps it; of
 * several ids, a cluster keeps the one with most deals. Ties go to the older id. The serving version takes
 * precedence over earlier ones. Any other cluster takes back a former id of one of its names, or gets a new one.
 * @param clusters sorted names of each buyer; a name is in one cluster only.
 */
export function assignBuyerIds(
  clusters: readonly (readonly string[])[],
  memory: BuyerIdMemory,
  newId: NewBuyerId,
): AssignedIds {
  const claims = claimsOf(clusters, memory);
  const ids = new Map<number, number>();
  const taken = new Set<number>();
  const take = (cluster: number, buyerId: number): void => {
    if (ids.has(cluster) || taken.has(buyerId)) return;
    ids.set(cluster, buyerId);
    taken.add(buyerId);
  };
  // A serving id stays with its holders or is merged; nobody else may take it.
  const spokenFor = new Set(claims.flatMap(({ isServing, buyerId }) => (isServing ? [buyerId] : [])));
  for (const { cluster, buyerId, isServing } of claims)
    if (isServing || !spokenFor.has(buyerId)) take(cluster, buyerId);
  for (const [cluster, names] of clusters.entries()) {
    const former = ids.has(cluster) ? [] : formerIds(names, memory);
    for (const buyerId of former) if (!spokenFor.has(buyerId)) take(cluster, buyerId);
  }
  for (const [cluster, names] of clusters.entries()) {
    for (let generation = 0; !ids.has(cluster); generation++) {
      const buyerId = newId(names[0] as string, generation);
      if (!memory.ages.has(buyerId)) take(cluster, buyerId);
    }
  }
  const assigned = clusters.map((_names, cluster) => ids.get(cluster) as number);
  return { ids: assigned, merged: mergedIds(assigned, claims, taken, memory) };
}

/** Pairs of a cluster and an id that one of its names had, strongest claim first. */
function claimsOf(clusters: readonly (readonly string[])[], memory: BuyerIdMemory): Claim[] {
  const claims: Claim[] = [];
  for (const [cluster, names] of clusters.entries()) {
    const ofCluster = new Map<string, Claim>();
    for (const name of names) {
      const isServing = memory.serving.has(name);
      const known = memory.serving.get(name) ?? memory.remembered.get(name);
      if (known === undefined) continue;
      const key = `${isServing} ${known.buyerId}`;
      const claim = ofCluster.get(key) ?? { cluster, buyerId: known.buyerId, isServing, deals: 0, names: 0 };
      claim.deals += known.deals;
      claim.names += 1;
      ofCluster.set(key, claim);
    }
    claims.push(...ofCluster.values());
  }
  const age = ({ buyerId }: Claim): number => memory.ages.get(buyerId) ?? Number.POSITIVE_INFINITY;
  return claims.sort(
    (a, b) =>
      Number(b.isServing) - Number(a.isServing) ||
      b.deals - a.deals ||
      compare(age(a), age(b)) ||
      a.buyerId - b.buyerId ||
      b.names - a.names ||
      a.cluster - b.cluster,
  );
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Ids once given to the names, by deals of the name, then newest first. */
function formerIds(names: readonly string[], { serving, remembered, givenTo }: BuyerIdMemory): number[] {
  const dealsOf = (name: string): number => (serving.get(name) ?? remembered.get(name))?.deals ?? 0;
  return [...names].sort((a, b) => dealsOf(b) - dealsOf(a)).flatMap((name) => givenTo.get(name) ?? []);
}

/** Ids that no cluster kept although their names exist, and earlier merges that still hold. */
function mergedIds(
  ids: readonly number[],
  claims: readonly Claim[],
  taken: ReadonlySet<number>,
  memory: BuyerIdMemory,
): Map<number, number> {
  const merged = new Map<number, number>();
  // The strongest claim comes first: most names of the id joined that cluster.
  for (const { cluster, buyerId } of claims) {
    if (!taken.has(buyerId) && !merged.has(buyerId)) merged.set(buyerId, ids[cluster] as number);
  }
  for (const [from, into] of memory.merged) {
    const survivor = taken.has(into) ? into : merged.get(into);
    if (!taken.has(from) && !merged.has(from) && survivor !== undefined) merged.set(from, survivor);
  }
  return merged;
}
