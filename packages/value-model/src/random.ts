/** A stream of pseudo-random draws that depends only on its seed text. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Uniform integer in [low, high]. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Picks early values more often: value k with weight 1 / (k + 2). */
  pickEarly<T>(values: readonly T[]): T;
  /** Picks by weight; weights need not sum to one. */
  weighted<T>(choices: ReadonlyArray<readonly [T, number]>): T;
  /** Standard normal (Box-Muller). */
  normal(): number;
  /** Exponential waiting time with the given mean. */
  waiting(mean: number): number;
}

/** FNV-1a over the seed text, four times with different offsets, as the state of sfc32 (PractRand's small fast counter). */
export function createRandom(seed: string): Random {
  const fnv = (offset: number) => {
    let hash = offset;
    for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 16777619);
    return hash >>> 0;
  };
  let [a, b, c, counter] = [fnv(2166136261), fnv(374761393), fnv(3266489917), 1];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();

  const random: Random = {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
    // The inverse of the integral of 1 / (x + 2), so that one draw picks by harmonic weight.
    pickEarly: <T>(values: readonly T[]) =>
      values[Math.min(values.length - 1, Math.floor(2 * ((1 + values.length / 2) ** next() - 1)))] as T,
    weighted: <T>(choices: ReadonlyArray<readonly [T, number]>) => {
      let rest = next() * choices.reduce((total, [, weight]) => total + weight, 0);
      for (const [value, weight] of choices) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return (choices.at(-1) as readonly [T, number])[0];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    waiting: (mean) => -mean * Math.log(1 - next()),
  };
  return random;
}
