import { createRandom, type Random } from '../random.ts';
import { type BinnedColumn, MISSING_BIN } from './bin-features.ts';
import { type Booster, LEAF } from './booster.ts';
import { createTreeGrower, type GrownTree, type TreeOptions } from './grow-tree.ts';
import { gradientOf, leafQuantile, type Objective } from './objectives.ts';

export interface BoosterOptions extends TreeOptions {
  trees: number;
  /** Part of each tree's prediction that is added. */
  learningRate: number;
  objective: Objective;
  /** Share of the rows that each tree sees. */
  rowShare: number;
  seed: string;
}

/**
 * Fits a sum of trees to a target by gradient boosting on histograms (LightGBM, Ke et al. 2017, without its
 * sampling). The same input and seed give the same booster.
 * @param columns one per feature, of the length of `target`.
 * @param rowWeights positive; 1 for every row by default.
 */
export function trainBooster(
  columns: readonly BinnedColumn[],
  target: Float64Array,
  options: BoosterOptions,
  rowWeights?: Float64Array,
): Booster {
  const count = target.length;
  const weights = rowWeights ?? new Float64Array(count).fill(1);
  const random = createRandom(options.seed);
  const base = startingPoint(target, weights, options.objective);
  const prediction = new Float64Array(count).fill(base);
  const gradients = new Float64Array(count);
  const growTree = createTreeGrower(columns, weights, options, random);
  const room = new Int32Array(count);
  const trees: GrownTree[] = [];
  for (let round = 0; round < options.trees; round++) {
    for (let row = 0; row < count; row++) {
      gradients[row] = gradientOf(options.objective, target[row]! - prediction[row]!) * weights[row]!;
    }
    const rows = chooseRows(room, options.rowShare, random);
    const tree = growTree(gradients, rows.chosen);
    settleLeaves(tree, rows.chosen, target, prediction, options);
    addTree(tree, rows, columns, prediction);
    trees.push(tree);
  }
  return flatten(base, trees);
}

/** The median for losses robust to outliers, otherwise the mean. */
function startingPoint(target: Float64Array, weights: Float64Array, objective: Objective): number {
  if (objective.kind !== 'squared') return quantileOf(target.slice(), leafQuantile(objective) ?? 0.5);
  let sum = 0;
  let weight = 0;
  for (let row = 0; row < target.length; row++) {
    sum += target[row]! * weights[row]!;
    weight += weights[row]!;
  }
  return weight === 0 ? 0 : sum / weight;
}

/** Reorders the values. */
function quantileOf(values: Float64Array, quantile: number): number {
  if (values.length === 0) return 0;
  return select(values, Math.min(values.length - 1, Math.floor(quantile * values.length)));
}

/** The value at `position` in sorted order: Hoare's quickselect. Reorders the values. */
function select(values: Float64Array, position: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const held = values[left]!;
      values[left++] = values[right]!;
      values[right--] = held;
    }
    // Only the pivot is between the two sides.
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else return pivot;
  }
  return values[position]!;
}

/** The rows that grow a tree, ascending, and the other rows. */
interface RowsOfTree {
  chosen: Int32Array;
  others: Int32Array;
}

/** Chooses new rows into `room`, which is as long as the number of rows. */
function chooseRows(room: Int32Array, share: number, random: Random): RowsOfTree {
  let chosen = 0;
  let others = room.length;
  for (let row = 0; row < room.length; row++) {
    if (share >= 1 || random.next() < share) room[chosen++] = row;
    else room[--others] = row;
  }
  return { chosen: room.subarray(0, chosen), others: room.subarray(others) };
}

function settleLeaves(
  tree: GrownTree,
  rows: Int32Array,
  target: Float64Array,
  prediction: Float64Array,
  { objective, learningRate }: BoosterOptions,
): void {
  const quantile = leafQuantile(objective);
  for (const leaf of tree.leaves) {
    if (quantile !== null) {
      const residuals = new Float64Array(leaf.end - leaf.start);
      for (let at = leaf.start; at < leaf.end; at++) {
        const row = rows[at]!;
        residuals[at - leaf.start] = target[row]! - prediction[row]!;
      }
      leaf.value = quantileOf(residuals, quantile);
    }
    leaf.value *= learningRate;
    tree.threshold[leaf.node] = leaf.value;
  }
}

/** Adds the tree's prediction to every row: from the leaf for rows that grew it, by traversal for the others. */
function addTree(
  tree: GrownTree,
  { chosen, others }: RowsOfTree,
  columns: readonly BinnedColumn[],
  prediction: Float64Array,
): void {
  for (const { start, end, value } of tree.leaves) {
    for (let at = start; at < end; at++) prediction[chosen[at]!] = prediction[chosen[at]!]! + value;
  }
  for (let at = 0; at < others.length; at++) {
    const row = others[at]!;
    let node = 0;
    while (tree.feature[node] !== LEAF) {
      const bin = columns[tree.feature[node]!]!.bins[row]!;
      const goesLeft = bin === MISSING_BIN ? tree.missingLeft[node]! : bin <= tree.lastLeftBin[node]!;
      node = tree.left[node]! + (goesLeft ? 0 : 1);
    }
    prediction[row] = prediction[row]! + tree.threshold[node]!;
  }
}

function flatten(base: number, trees: readonly GrownTree[]): Booster {
  const nodes = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const booster: Booster = {
    base,
    roots: new Int32Array(trees.length),
    feature: new Int16Array(nodes),
    threshold: new Float32Array(nodes),
    left: new Int32Array(nodes),
    missingLeft: new Uint8Array(nodes),
  };
  let offset = 0;
  for (const [index, tree] of trees.entries()) {
    booster.roots[index] = offset;
    booster.feature.set(tree.feature, offset);
    booster.threshold.set(tree.threshold, offset);
    booster.left.set(
      tree.left.map((left) => left + offset),
      offset,
    );
    booster.missingLeft.set(tree.missingLeft.map(Number), offset);
    offset += tree.feature.length;
  }
  return booster;
}
