/** A progress report of an import stage. */
export interface StageProgress {
  /** Name of the stage, for example `read` or `derive deals`. */
  stage: string;
  /** State code or ALL; null for work on the whole import. */
  region: string | null;
  /** Amount done and total in `unit`; total is null if unknown. */
  done: number;
  total: number | null;
  unit: 'rows' | 'bytes' | 'steps';
}

/** The current step of an import and its overall progress. */
export interface ImportProgress extends StageProgress {
  /** Rows of the stage: rows read so far, rows to map, or the facts of its region. */
  rows: number;
  /** Share of the whole import that is done, 0 to 1; an estimate that never falls. */
  overall: number;
}

export type OnProgress = (progress: ImportProgress) => void;

/** Receives progress from the parts of an import. */
export interface ProgressReports {
  stage(progress: StageProgress): void;
  /** Announces the regions to build, with their numbers of facts. */
  build(factsByRegion: ReadonlyMap<string, number>): void;
}

/** Seconds of each stage in an import of 300,000 parcels of one state on two cores. Only their ratios count. */
const STAGE_SECONDS: Readonly<Record<string, number>> = {
  read: 1,
  map: 4,
  geocode: 1,
  write: 1,
  normalise: 3,
  'cluster buyers': 6,
  'validate sales': 3,
  'derive deals': 2,
  'derive comps': 1,
  'estimate values': 35,
  'estimate rents': 1,
  index: 1,
  publish: 8,
};
const UNKNOWN_STAGE_SECONDS = 1;
const FILE_STAGES = ['read', 'map', 'geocode', 'write'];
const ALL_SECONDS = Object.values(STAGE_SECONDS).reduce((sum, seconds) => sum + seconds, 0);
/** Share of an import after which its files are read and mapped. */
const FILES_SHARE = secondsOf(FILE_STAGES) / ALL_SECONDS;

/** Adds the overall progress to the reports of stages; does nothing without a listener. */
export function reportProgress(onProgress: OnProgress | undefined): ProgressReports {
  let overall = 0;
  let begun = 0;
  let facts: ReadonlyMap<string, number> = new Map();
  const doneByRegion = new Map<string, number>();
  return {
    build: (factsByRegion) => {
      begun = overall;
      facts = factsByRegion;
    },
    stage: (progress) => {
      if (onProgress === undefined) return;
      const { region, stage, done } = progress;
      let reached: number;
      if (region === null) reached = shareOfFiles(progress);
      else {
        doneByRegion.set(region, Math.max(doneByRegion.get(region) ?? 0, shareOfBuild(progress)));
        reached = begun + (1 - begun) * builtShare(facts, doneByRegion);
      }
      overall = Math.min(1, Math.max(overall, reached));
      const rows = region === null ? (progress.total ?? done) : (facts.get(region) ?? 0);
      onProgress({ ...progress, stage, rows, overall });
    },
  };
}

function secondsOf(stages: readonly string[]): number {
  return stages.reduce((sum, stage) => sum + (STAGE_SECONDS[stage] ?? UNKNOWN_STAGE_SECONDS), 0);
}

function shareOfFiles({ stage, done, total }: StageProgress): number {
  const before = secondsOf(FILE_STAGES.slice(0, Math.max(0, FILE_STAGES.indexOf(stage))));
  // The number of rows in unread files is unknown.
  const part = total === null || total === 0 ? 0 : done / total;
  return (FILES_SHARE * (before + part * secondsOf([stage]))) / secondsOf(FILE_STAGES);
}

/** Share of a region's build that its stage has reached. Only publishing reports its own progress. */
function shareOfBuild({ stage, done, total }: StageProgress): number {
  const stages = Object.keys(STAGE_SECONDS).filter((name) => !FILE_STAGES.includes(name));
  const index = stages.indexOf(stage);
  if (index < 0) return 0;
  const isLast = total !== null && done >= total;
  return secondsOf(stages.slice(0, isLast ? index + 1 : index)) / secondsOf(stages);
}

function builtShare(facts: ReadonlyMap<string, number>, doneByRegion: ReadonlyMap<string, number>): number {
  // A region without facts still has stages to run.
  const weights = [...facts].map(([region, rows]) => ({ region, weight: Math.max(1, rows) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : weights.reduce((sum, one) => sum + one.weight * (doneByRegion.get(one.region) ?? 0), 0) / all;
}
