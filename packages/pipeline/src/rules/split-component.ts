import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';

/**
 * Splits a connected component by modularity (Louvain) until no part exceeds `maxSize`. A community that cannot be
 * split is divided into its members, because missing links are better than a giant cluster. Deterministic: nodes
 * and edges are added in order and the random walk is off.
 */
export function splitByModularity(
  members: readonly number[],
  edges: readonly (readonly [number, number])[],
  maxSize: number,
): number[][] {
  if (members.length <= maxSize) return [[...members]];
  const graph = new Graph({ type: 'undirected' });
  for (const member of [...members].sort((a, b) => a - b)) graph.addNode(member);
  const ordered = edges
    .filter(([left, right]) => graph.hasNode(left) && graph.hasNode(right))
    .map(([left, right]): [number, number] => [Math.min(left, right), Math.max(left, right)])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const [left, right] of ordered) graph.mergeEdge(left, right);

  const communities = new Map<number, number[]>();
  for (const [node, community] of Object.entries(louvain(graph, { randomWalk: false }))) {
    const group = communities.get(community);
    if (group === undefined) communities.set(community, [Number(node)]);
    else group.push(Number(node));
  }
  if (communities.size === 1) return members.map((member) => [member]);
  return [...communities.values()].flatMap((part) => {
    const inside = new Set(part);
    return splitByModularity(
      part,
      ordered.filter(([left, right]) => inside.has(left) && inside.has(right)),
      maxSize,
    );
  });
}
