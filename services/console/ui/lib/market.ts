/** A deal near a place, as far as charts need it. */
export interface ChartedDeal {
  type: 'flipper' | 'landlord';
  /** `YYYY-MM-DD` of the purchase. */
  bought: string;
  /** US dollars. */
  price: number | null;
  squareFeet: number | null;
}

/** A month and its purchases. */
export interface MonthCount {
  /** `YYYY-MM` */
  month: string;
  flips: number;
  rentals: number;
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
};

/** Purchases in each month from the first to the last, months without any included. */
export function dealsByMonth(deals: readonly ChartedDeal[]): MonthCount[] {
  const months = deals.map(({ bought }) => bought.slice(0, 7)).sort();
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) return [];
  const counts = new Map<string, MonthCount>();
  for (let month = first; month <= last; month = nextMonth(month)) counts.set(month, { month, flips: 0, rentals: 0 });
  for (const { type, bought } of deals) {
    const count = counts.get(bought.slice(0, 7));
    if (count === undefined) continue;
    if (type === 'flipper') count.flips += 1;
    else count.rentals += 1;
  }
  return [...counts.values()];
}

/** One bar of a distribution: from (inclusive) to (exclusive) US dollars per square foot. */
export interface PriceBin {
  from: number;
  to: number;
  flips: number;
  rentals: number;
}

/** Purchase prices per square foot in bins of one width, without the outer hundredths. */
export function pricesPerSquareFoot(deals: readonly ChartedDeal[], binDollars = 20): PriceBin[] {
  const rates = deals
    .flatMap(({ type, price, squareFeet }) => (price && squareFeet ? [{ type, rate: price / squareFeet }] : []))
    .sort((one, other) => one.rate - other.rate);
  const trimmed = rates.slice(Math.floor(rates.length * 0.01), Math.ceil(rates.length * 0.99));
  const [lowest] = trimmed;
  const highest = trimmed.at(-1);
  if (lowest === undefined || highest === undefined) return [];
  const start = Math.floor(lowest.rate / binDollars) * binDollars;
  const count = Math.floor((highest.rate - start) / binDollars) + 1;
  const bins = Array.from({ length: count }, (_, index) => ({
    from: start + index * binDollars,
    to: start + (index + 1) * binDollars,
    flips: 0,
    rentals: 0,
  }));
  for (const { type, rate } of trimmed) {
    const bin = bins[Math.floor((rate - start) / binDollars)];
    if (bin !== undefined) bin[type === 'flipper' ? 'flips' : 'rentals'] += 1;
  }
  return bins;
}
