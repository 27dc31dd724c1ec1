/** Columns of numbers, one per feature; NaN is a missing value. */
export type FeatureColumns = readonly Float64Array[];

/** Bin 0 holds missing values; the others hold values in ascending order. */
export const MISSING_BIN = 0;
const MOST_BINS = 255;
const FEWEST_BINS = 64;
const ROWS_PER_BIN = 120;

/**
 * Bins of a column, including the one for missing values. Few rows get fewer bins: finer cuts cost time and add
 * nothing.
 */
const binsFor = (rows: number): number => Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.floor(rows / ROWS_PER_BIN)));

/** Values of a column as bin numbers, with the bin edges. */
export interface BinnedColumn {
  /** Ascending; a value belongs to bin 1 + (count of edges below it). */
  edges: Float64Array;
  bins: Uint8Array;
}

/**
 * Cuts every column into at most `binsFor(rows)` - 1 bins of about equal counts; equal values share a bin. An edge
 * lies half-way between two occurring values, so that a new value falls into the nearer bin.
 */
export const binColumns = (columns: FeatureColumns): BinnedColumn[] => columns.map(binColumn);

function binColumn(column: Float64Array): BinnedColumn {
  const edges = edgesOf(column);
  const bins = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row++) bins[row] = binOf(edges, column[row]!);
  return { edges, bins };
}

/** The bin of a value, by binary search. */
function binOf(edges: Float64Array, value: number): number {
  if (Number.isNaN(value)) return MISSING_BIN;
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

function edgesOf(column: Float64Array): Float64Array {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  const bins = binsFor(column.length) - 1;
  for (let cut = 1; cut < bins; cut++) {
    // With few distinct values most cuts hit the same step; each step is used once.
    const at = Math.floor((cut * sorted.length) / bins);
    const edge = nextStep(sorted, at);
    if (edge !== null && edge !== edges.at(-1)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

/** Half-way between the value at a position and the next greater one; null without a greater one. */
function nextStep(sorted: Float64Array, at: number): number | null {
  const value = sorted[at];
  if (value === undefined) return null;
  let low = at;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  if (low === sorted.length) return null;
  // Rounded as stored in trees, so that training and prediction agree.
  return Math.fround(value + (sorted[low]! - value) / 2);
}
