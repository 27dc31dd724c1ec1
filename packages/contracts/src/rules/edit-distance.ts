/**
 * Damerau-Levenshtein distance (Lowrance and Wagner 1975): inserted, omitted, replaced and transposed letters each
 * count one.
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 2;
  const far = a.length + b.length;
  const cost = new Int32Array((a.length + 2) * width);
  const at = (row: number, column: number): number => cost[row * width + column] as number;
  cost[0] = far;
  for (let row = 0; row <= a.length; row++) {
    cost[(row + 1) * width] = far;
    cost[(row + 1) * width + 1] = row;
  }
  for (let column = 0; column <= b.length; column++) {
    cost[column + 1] = far;
    cost[width + column + 1] = column;
  }
  const lastRowOf = new Map<string, number>();
  for (let row = 1; row <= a.length; row++) {
    let lastColumn = 0;
    for (let column = 1; column <= b.length; column++) {
      const swapRow = lastRowOf.get(b[column - 1] as string) ?? 0;
      const swapColumn = lastColumn;
      const isEqual = a[row - 1] === b[column - 1];
      if (isEqual) lastColumn = column;
      cost[(row + 1) * width + column + 1] = Math.min(
        at(row, column) + (isEqual ? 0 : 1),
        at(row + 1, column) + 1,
        at(row, column + 1) + 1,
        at(swapRow, swapColumn) + (row - swapRow - 1) + 1 + (column - swapColumn - 1),
      );
    }
    lastRowOf.set(a[row - 1] as string, row);
  }
  return at(a.length + 1, b.length + 1);
}
