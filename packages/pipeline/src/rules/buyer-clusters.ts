import { ADDRESS_MAX_UNRELATED_OWNERS, CLUSTER_MAX_NAMES } from '@plat/dataset/constants';
import { splitByModularity } from './split-component.ts';
import { UnionFind } from './union-find.ts';

/** Two names of one owner, by number. */
export interface SimilarNames {
  /** The mailing address that both have; null when the names alone are enough. */
  address: string | null;
  left: number;
  right: number;
}

/**
 * Joins alike names at one address into clusters (docs/rules/buyers.md). An address of more than 25 unrelated
 * owners links nobody. A cluster of more than 500 names is split by modularity.
 * @param namesAtAddress number of names at each address of `edges`.
 * @returns clusters of at least two names, each sorted, in order of their smallest number; independent of the
 *   order of `edges`.
 */
export function clusterNames(edges: readonly SimilarNames[], namesAtAddress: ReadonlyMap<string, number>): number[][] {
  const links = linksOf(edges, namesAtAddress);
  const names = new UnionFind();
  for (const { left, right } of links) names.join(left, right);
  return names.groups().flatMap((group) => (group.length <= CLUSTER_MAX_NAMES ? [group] : splitGroup(group, links)));
}

/** Edges at addresses that link. Alike names are one owner, so the number of owners is names minus joins. */
function linksOf(edges: readonly SimilarNames[], namesAtAddress: ReadonlyMap<string, number>): SimilarNames[] {
  const joinsAt = new Map<string, UnionFind>();
  for (const { address, left, right } of edges) {
    if (address === null || (namesAtAddress.get(address) ?? 0) <= ADDRESS_MAX_UNRELATED_OWNERS) continue;
    let owners = joinsAt.get(address);
    if (owners === undefined) {
      owners = new UnionFind();
      joinsAt.set(address, owners);
    }
    owners.join(left, right);
  }
  return edges.filter(({ address }) => {
    if (address === null) return true;
    const joins = joinsAt.get(address)?.joins ?? 0;
    return (namesAtAddress.get(address) ?? 0) - joins <= ADDRESS_MAX_UNRELATED_OWNERS;
  });
}

function splitGroup(group: readonly number[], links: readonly SimilarNames[]): number[][] {
  const members = new Set(group);
  const pairs = links.filter(({ left }) => members.has(left)).map(({ left, right }) => [left, right] as const);
  return splitByModularity(group, pairs, CLUSTER_MAX_NAMES).filter((part) => part.length > 1);
}
