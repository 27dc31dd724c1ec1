import type { Random } from '../random.ts';
import { type BinnedColumn, MISSING_BIN } from './bin-features.ts';

export interface TreeOptions {
  maxLeaves: number;
  /** Minimum sum of row weights in a leaf. */
  minLeafWeight: number;
  /** Added to the weight of a leaf, so that small leaves stay near zero. */
  ridge: number;
  /** Share of the features that a tree may split on. */
  featureShare: number;
}

/** A tree under construction; node 0 is its root, siblings are adjacent. */
export interface GrownTree {
  feature: number[];
  /** Rows of bins up to this one go left. */
  lastLeftBin: number[];
  threshold: number[];
  left: number[];
  missingLeft: boolean[];
  leaves: GrownLeaf[];
}

/** Rows `rows[start..end)` ended in `node`. */
export interface GrownLeaf {
  node: number;
  start: number;
  end: number;
  value: number;
}

/** Grows a tree on gradients. Reorders `rows` so that each leaf's rows are adjacent. */
export type TreeGrower = (gradients: Float64Array, rows: Int32Array) => GrownTree;

interface Split {
  gain: number;
  feature: number;
  /** Rows of bins up to this one go left. */
  bin: number;
  missingLeft: boolean;
}

interface OpenLeaf extends GrownLeaf {
  histogram: Float64Array;
  gradient: number;
  weight: number;
  split: Split | null;
}

/** Numbers per bin in a histogram: sum of gradients, sum of weights. Gathered rows hold the same two numbers. */
const SLOT = 2;

/**
 * Grows trees leaf by leaf on histograms of gradients, always splitting the leaf with the largest gain. Leaf
 * values are Newton steps: -gradients / (weights + ridge). One grower makes all trees of a booster and reuses its
 * memory.
 */
export function createTreeGrower(
  columns: readonly BinnedColumn[],
  weights: Float64Array,
  options: TreeOptions,
  random: Random,
): TreeGrower {
  const starts = startsOf(columns);
  const spare: Float64Array[] = [];
  const gathered = new Float64Array(weights.length * SLOT);
  const scratch = new Int32Array(weights.length);

  return (gradients, rows) => {
    const features = chooseFeatures(columns.length, options.featureShare, random);

    const count = (start: number, end: number): Float64Array => {
      const histogram = spare.pop() ?? new Float64Array(starts.at(-1)!);
      gather(gathered, gradients, weights, rows, start, end);
      for (const feature of features) {
        histogram.fill(0, starts[feature]!, starts[feature + 1]!);
        addRows(histogram, starts[feature]!, columns[feature]!.bins, gathered, rows, start, end);
      }
      return histogram;
    };

    const open = (node: number, start: number, end: number, histogram: Float64Array): OpenLeaf => {
      let gradient = 0;
      let weight = 0;
      // Each feature's bins hold all rows of the leaf, so the first feature's sums are the leaf's.
      for (let entry = starts[features[0]!]!; entry < starts[features[0]! + 1]!; entry += SLOT) {
        gradient += histogram[entry]!;
        weight += histogram[entry + 1]!;
      }
      const value = -gradient / (weight + options.ridge);
      const leaf: OpenLeaf = { node, start, end, histogram, gradient, weight, value, split: null };
      leaf.split = bestSplit(leaf, features, starts, options);
      return leaf;
    };

    const tree: GrownTree = {
      feature: [-1],
      lastLeftBin: [0],
      threshold: [0],
      left: [0],
      missingLeft: [false],
      leaves: [],
    };
    const leaves: OpenLeaf[] = [open(0, 0, rows.length, count(0, rows.length))];
    while (leaves.length < options.maxLeaves) {
      const at = indexOfGreatestGain(leaves);
      if (at === null) break;
      const leaf = leaves[at]!;
      const split = leaf.split!;
      const middle = partition(rows, leaf, columns[split.feature]!.bins, split, scratch);
      const left = tree.feature.length;
      tree.feature[leaf.node] = split.feature;
      tree.lastLeftBin[leaf.node] = split.bin;
      tree.threshold[leaf.node] = columns[split.feature]!.edges[split.bin - 1] ?? Number.POSITIVE_INFINITY;
      tree.left[leaf.node] = left;
      tree.missingLeft[leaf.node] = split.missingLeft;
      tree.feature.push(-1, -1);
      tree.lastLeftBin.push(0, 0);
      tree.threshold.push(0, 0);
      tree.left.push(0, 0);
      tree.missingLeft.push(false, false);
      // Only the smaller side is counted; the other is the parent minus it.
      const leftIsSmaller = middle - leaf.start <= leaf.end - middle;
      const smaller = leftIsSmaller ? count(leaf.start, middle) : count(middle, leaf.end);
      const larger = leaf.histogram;
      for (const feature of features) subtract(larger, smaller, starts[feature]!, starts[feature + 1]!);
      leaves[at] = open(left, leaf.start, middle, leftIsSmaller ? smaller : larger);
      leaves.push(open(left + 1, middle, leaf.end, leftIsSmaller ? larger : smaller));
      for (const one of leaves) if (one.split === null) release(one, spare);
    }
    for (const leaf of leaves) {
      tree.leaves.push({ node: leaf.node, start: leaf.start, end: leaf.end, value: leaf.value });
      release(leaf, spare);
    }
    return tree;
  };
}

/** Start of each feature's bins in a histogram, and the end of the last one. */
function startsOf(columns: readonly BinnedColumn[]): Int32Array {
  const starts = new Int32Array(columns.length + 1);
  for (const [feature, { edges }] of columns.entries()) {
    // One more bin than edges for known values, plus the one for missing values.
    starts[feature + 1] = starts[feature]! + (edges.length + 2) * SLOT;
  }
  return starts;
}

function gather(
  gathered: Float64Array,
  gradients: Float64Array,
  weights: Float64Array,
  rows: Int32Array,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at++) {
    gathered[at * SLOT] = gradients[rows[at]!]!;
    gathered[at * SLOT + 1] = weights[rows[at]!]!;
  }
}

/** Adds rows to the bins of one feature. */
function addRows(
  histogram: Float64Array,
  offset: number,
  bins: Uint8Array,
  gathered: Float64Array,
  rows: Int32Array,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at++) {
    const entry = offset + bins[rows[at]!]! * SLOT;
    histogram[entry] = histogram[entry]! + gathered[at * SLOT]!;
    histogram[entry + 1] = histogram[entry + 1]! + gathered[at * SLOT + 1]!;
  }
}

function subtract(from: Float64Array, other: Float64Array, start: number, end: number): void {
  for (let entry = start; entry < end; entry++) from[entry] = from[entry]! - other[entry]!;
}

const NOTHING = new Float64Array(0);

/** Releases the histogram of a leaf that will not be split. */
function release(leaf: OpenLeaf, spare: Float64Array[]): void {
  if (leaf.histogram === NOTHING) return;
  spare.push(leaf.histogram);
  leaf.histogram = NOTHING;
}

function chooseFeatures(count: number, share: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  const wanted = Math.max(1, Math.ceil(count * share));
  for (let at = 0; at < wanted; at++) {
    const other = random.integer(at, count - 1);
    const held = order[at]!;
    order[at] = order[other]!;
    order[other] = held;
  }
  return order.slice(0, wanted).sort();
}

function indexOfGreatestGain(leaves: readonly OpenLeaf[]): number | null {
  let best: number | null = null;
  for (const [index, { split }] of leaves.entries()) {
    if (split !== null && (best === null || split.gain > leaves[best]!.split!.gain)) best = index;
  }
  return best;
}

/** The split that lowers the quadratic loss most; null if none lowers it. */
function bestSplit(
  leaf: OpenLeaf,
  features: Int32Array,
  starts: Int32Array,
  { minLeafWeight, ridge }: TreeOptions,
): Split | null {
  if (leaf.weight < 2 * minLeafWeight) return null;
  const { histogram, gradient, weight } = leaf;
  const before = (gradient * gradient) / (weight + ridge);
  let best: Split | null = null;
  let bestGain = 1e-9;
  for (let chosen = 0; chosen < features.length; chosen++) {
    const feature = features[chosen]!;
    const offset = starts[feature]!;
    const lastBin = (starts[feature + 1]! - offset) / SLOT - 1;
    const missingGradient = histogram[offset + MISSING_BIN * SLOT]!;
    const missingWeight = histogram[offset + MISSING_BIN * SLOT + 1]!;
    let leftGradient = 0;
    let leftWeight = 0;
    // With the last bin on the left, only missing values go right.
    for (let bin = 1; bin <= lastBin; bin++) {
      leftGradient += histogram[offset + bin * SLOT]!;
      leftWeight += histogram[offset + bin * SLOT + 1]!;
      for (let missingLeft = 0; missingLeft < 2; missingLeft++) {
        if (missingLeft === 1 && (missingWeight < 1e-9 || bin === lastBin)) break;
        const sideGradient = leftGradient + missingLeft * missingGradient;
        const sideWeight = leftWeight + missingLeft * missingWeight;
        const otherWeight = weight - sideWeight;
        if (sideWeight < minLeafWeight || otherWeight < minLeafWeight) continue;
        const otherGradient = gradient - sideGradient;
        const gain =
          (sideGradient * sideGradient) / (sideWeight + ridge) +
          (otherGradient * otherGradient) / (otherWeight + ridge) -
          before;
        if (gain > bestGain) {
          bestGain = gain;
          best = { gain, feature, bin, missingLeft: missingLeft === 1 };
        }
      }
    }
  }
  return best;
}

/** Moves the left rows before the right ones, keeping the order of each side. @returns start of the right side. */
function partition(rows: Int32Array, leaf: GrownLeaf, bins: Uint8Array, split: Split, scratch: Int32Array): number {
  let left = leaf.start;
  let right = 0;
  for (let at = leaf.start; at < leaf.end; at++) {
    const row = rows[at]!;
    const bin = bins[row]!;
    if (bin === MISSING_BIN ? split.missingLeft : bin <= split.bin) rows[left++] = row;
    else scratch[right++] = row;
  }
  rows.set(scratch.subarray(0, right), left);
  return left;
}
