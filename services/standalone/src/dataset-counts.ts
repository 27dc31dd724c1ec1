import { wrapText } from './wrap-text.ts';

/** The dataset in `--json` output. */
export interface DatasetCounts {
  version: number;
  properties: number;
  sales: number;
  flips: number;
  rentals: number;
  buyers: number;
}

/** Keeps documented keys only. */
export const countsOf = ({ version, properties, sales, flips, rentals, buyers }: DatasetCounts): DatasetCounts => ({
  version,
  properties,
  sales,
  flips,
  rentals,
  buyers,
});

const count = new Intl.NumberFormat('en-US');

/** The dataset in one sentence. */
export const datasetSentence = ({ version, properties, sales, flips, rentals, buyers }: DatasetCounts): string =>
  version === 0
    ? 'The dataset is empty.'
    : wrapText(
        `Dataset version ${version}: ${count.format(properties)} properties, ${count.format(sales)} sales, ` +
          `${count.format(flips)} flips, ${count.format(rentals)} rentals, ${count.format(buyers)} buyers.`,
      );
