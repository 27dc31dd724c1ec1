import type { accuracy, ResponseOf } from '@plat/contracts';
import type { Accuracy, AccuracyRows } from '@plat/dataset';

/** The measured accuracy, each row with its dataset version; empty or null where nothing was measured. */
export function accuracyItems({ valuation, matching, linking }: Accuracy): ResponseOf<typeof accuracy> {
  const [linkingRow = null] = itemsOf(linking);
  return { valuation: itemsOf(valuation), matching: itemsOf(matching), linking: linkingRow } as ResponseOf<
    typeof accuracy
  >;
}

const itemsOf = (measured: AccuracyRows | null): object[] =>
  (measured?.rows ?? []).map((row) => ({ ...(row as object), dataset_version: String(measured?.datasetVersion) }));
