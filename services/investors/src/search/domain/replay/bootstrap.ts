const DRAWS = 2_000;
const CONFIDENCE = 0.95;

/** A value of one purchase and its buyer; all purchases of a buyer are drawn together. */
export interface Observation {
  group: number;
  value: number;
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32), so that one sample always gives one interval. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The 95 % percentile interval of a mean by the cluster bootstrap (Efron and Tibshirani 1993, chapter 13): whole groups
 * are drawn with replacement 2,000 times.
 */
export function bootstrapInterval(observations: readonly Observation[]): { low: number; high: number } {
  const groups = new Map<number, { sum: number; count: number }>();
  for (const { group, value } of observations) {
    const { sum, count } = groups.get(group) ?? { sum: 0, count: 0 };
    groups.set(group, { sum: sum + value, count: count + 1 });
  }
  const drawn = [...groups.values()];
  const random = randomFrom(1);
  const means = Array.from({ length: DRAWS }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < drawn.length; draw++) {
      const group = drawn[Math.floor(random() * drawn.length)] as { sum: number; count: number };
      sum += group.sum;
      count += group.count;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))] as number;
  return { low: at((1 - CONFIDENCE) / 2), high: at(1 - (1 - CONFIDENCE) / 2) };
}
