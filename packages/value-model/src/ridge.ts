/**
 * Ridge regression by the normal equations: coefficients that minimise the sum of squared errors plus
 * `penalties[k] * coefficient[k] ** 2`.
 * @param columns one array per coefficient, as long as `target`.
 */
export function solveRidge(
  columns: readonly Float64Array[],
  target: Float64Array,
  penalties: readonly number[],
): Float64Array {
  const size = columns.length;
  const system = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (let a = 0; a < size; a++) {
    for (let b = a; b < size; b++) {
      const product = dot(columns[a]!, columns[b]!);
      system[a]![b] = product;
      system[b]![a] = product;
    }
    system[a]![a] = system[a]![a]! + penalties[a]!;
    system[a]![size] = dot(columns[a]!, target);
  }
  return eliminate(system);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < one.length; row++) sum += one[row]! * other[row]!;
  return sum;
}

/** Gaussian elimination of a symmetric positive system, its right side in the last column; changes its input. */
export function eliminate(system: readonly Float64Array[]): Float64Array {
  const size = system.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const diagonal = system[pivot]![pivot]!;
    if (diagonal === 0) continue;
    for (let row = pivot + 1; row < size; row++) {
      const factor = system[row]![pivot]! / diagonal;
      if (factor === 0) continue;
      for (let column = pivot; column <= size; column++) {
        system[row]![column] = system[row]![column]! - factor * system[pivot]![column]!;
      }
    }
  }
  const solution = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    let rest = system[row]![size]!;
    for (let column = row + 1; column < size; column++) rest -= system[row]![column]! * solution[column]!;
    const diagonal = system[row]![row]!;
    solution[row] = diagonal === 0 ? 0 : rest / diagonal;
  }
  return solution;
}
