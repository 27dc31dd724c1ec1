/** What an import is doing. */
export interface ImportProgress {
  /** Name of the stage, for example `read` or `derive deals`. */
  stage: string;
  /** State code or ALL; null for work on all of the import. */
  region: string | null;
  /** Amount done and to do in `unit`; total is null where it is not known beforehand. */
  done: number;
  total: number | null;
  unit: 'rows' | 'bytes' | 'steps';
}

export type OnProgress = (progress: ImportProgress) => void;
