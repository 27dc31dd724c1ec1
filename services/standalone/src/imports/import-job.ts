import type { FileLook, ImportPreview, ImportReport, ImportRequest, RemoveReport } from '@plat/pipeline';

/** Options of an import that publishes. */
export type PublishOptions = Pick<ImportRequest, 'maxRejectedShare' | 'acceptRejected' | 'allowBlanking'>;

/** What the process of an import is to do. */
export type ImportJob =
  | { task: 'look'; file: string; scratch: string }
  | { task: 'preview'; file: string; scratch: string; home: string; databaseUrl: string; source: JobSource }
  | { task: 'remove'; home: string; databaseUrl: string; state: string; county?: string | undefined }
  | { task: 'publish'; file: string; home: string; databaseUrl: string; source: JobSource; options: PublishOptions };

export type JobSource = ImportRequest['source'];

/** Result of each task. */
export interface JobResults {
  look: FileLook;
  preview: ImportPreview;
  publish: ImportReport;
  remove: RemoveReport;
}

export interface JobProgress {
  stage: string;
  region: string | null;
  rows: number;
  share: number;
}

/** What the process of an import tells its parent. */
export type JobMessage =
  | { tells: 'progress'; progress: JobProgress }
  | { tells: 'result'; result: JobResults[keyof JobResults] }
  /** Whole sentences: what happened and what to do. `isOfRecords`: a MarketError. */
  | { tells: 'failure'; text: string; isOfRecords: boolean };
