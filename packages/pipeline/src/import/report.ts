import { datasetStatus } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { ReasonCount } from '../map/reject-file.ts';
import type { FileCount } from './map-import.ts';

/** The dataset after an import, in figures. */
export interface DatasetSummary {
  version: number;
  properties: number;
  sales: number;
  flips: number;
  rentals: number;
  buyers: number;
}

/** Result of an import and the dataset after it; the document of `plat import --json`. */
export interface ImportReport {
  source: string;
  /** Version of the dataset that serves now; unchanged if the import changed nothing. */
  version: number;
  files: FileCount[];
  /** Rejected rows, by reason. */
  rejects: ReasonCount[];
  /** CSV of rejected rows and unreadable cells with file, line and column; null without any. */
  reject_file: string | null;
  notes: string[];
  dataset: DatasetSummary;
}

/** The part of a report that is kept with its version. */
export type RecordedImport = Omit<ImportReport, 'version' | 'dataset'> & { id: string };

export async function summarise(sql: Sql, realm: Realm): Promise<DatasetSummary> {
  const { version, properties, sales, flips, rentals, buyers } = await datasetStatus(sql, realm);
  return { version, properties, sales, flips, rentals, buyers };
}
