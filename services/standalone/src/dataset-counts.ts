/** The dataset as `--json` answers name it. */
export interface DatasetCounts {
  version: number;
  properties: number;
  sales: number;
  flips: number;
  rentals: number;
  buyers: number;
}

/** Only the keys that answers document. */
export const countsOf = ({ version, properties, sales, flips, rentals, buyers }: DatasetCounts): DatasetCounts => ({
  version,
  properties,
  sales,
  flips,
  rentals,
  buyers,
});

const count = new Intl.NumberFormat('en-US');

/** One line for people. */
export const datasetSentence = ({ version, properties, sales, flips, rentals, buyers }: DatasetCounts): string =>
  version === 0
    ? 'The dataset is empty.'
    : `Dataset version ${version}: ${count.format(properties)} properties, ${count.format(sales)} sales, ` +
      `${count.format(flips)} flips, ${count.format(rentals)} rentals, ${count.format(buyers)} buyers.`;
