export const word = (seed: number): string =>
  String.fromCharCode(...[1, 26, 676].map((base) => 65 + (Math.floor(seed / base) % 26)));
