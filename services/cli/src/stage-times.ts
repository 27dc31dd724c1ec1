import { accessSync, constants, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImportProgress } from '@plat/pipeline';
import { PlainError } from '@plat/standalone/failures';
import { beginScope, markFailed, newWork, runInScope, type Span, SpanKind, startChild } from '@plat/telemetry';
import { Gauge, Registry } from 'prom-client';

/** Total time of an import stage over all states, and the rows it read or mapped. */
export interface StageTime {
  stage: string;
  seconds: number;
  rows: number;
}

/** Times an import by its progress events; a stage lasts until the next one of its state. */
export interface StageWatch {
  onProgress(progress: ImportProgress): void;
  /** Ends the running stages. @returns all stages in starting order. */
  end(): StageTime[];
}

interface RunningStage {
  stage: string;
  startedMs: number;
  rows: number;
  span: Span | undefined;
}

export function watchStages(nowMs: () => number = performance.now.bind(performance)): StageWatch {
  const running = new Map<string | null, RunningStage>();
  const times = new Map<string, StageTime>();
  const finish = (region: string | null): void => {
    const one = running.get(region);
    if (one === undefined) return;
    running.delete(region);
    one.span?.end();
    const sum = times.get(one.stage) ?? { stage: one.stage, seconds: 0, rows: 0 };
    sum.seconds += (nowMs() - one.startedMs) / 1000;
    sum.rows += one.rows;
    times.set(one.stage, sum);
  };
  return {
    onProgress: ({ stage, region, done, unit }) => {
      if (running.get(region)?.stage !== stage) {
        finish(region);
        // Files are read before any region is built, so the read stage ends when the first region starts.
        if (region !== null) finish(null);
        if (!times.has(stage)) times.set(stage, { stage, seconds: 0, rows: 0 });
        const span = startChild(`stage ${stage}`, undefined, region === null ? {} : { 'plat.region': region });
        running.set(region, { stage, startedMs: nowMs(), rows: 0, span });
      }
      const one = running.get(region);
      if (one !== undefined && unit === 'rows') one.rows = Math.max(one.rows, done);
    },
    end: () => {
      for (const region of [...running.keys()]) finish(region);
      return [...times.values()];
    },
  };
}

/** Runs a command as one trace if tracing is on. */
export async function asOneTrace<T>(name: string, run: () => Promise<T>): Promise<T> {
  const scope = beginScope(newWork(crypto.randomUUID()), 'plat', () => ({ name, kind: SpanKind.INTERNAL }));
  try {
    return await runInScope(scope, run);
  } catch (error) {
    if (scope.span !== undefined) markFailed(scope.span, error);
    throw error;
  } finally {
    scope.span?.end();
  }
}

/** Outcome of an import. */
export interface EndedImport {
  times: readonly StageTime[];
  endedMs: number;
  hasSucceeded: boolean;
}

/**
 * Checks the file before the import, so that a bad path does not cost a long run.
 * @throws PlainError if the file cannot be written.
 */
export function checkMetricsFile(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new PlainError(
      `The metrics file ${path} cannot be written: ${(error as Error).message}.`,
      'Create its folder, or choose a writable one.',
    );
  }
}

/** Writes a file for the textfile collector of node_exporter, because an import ends before it could be scraped. */
export async function writeStageMetrics(path: string, { times, endedMs, hasSucceeded }: EndedImport): Promise<void> {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['stage'] as const, registers: [registry] });
  const seconds = gauge(
    'plat_import_stage_seconds',
    'Duration of each stage of the last import, summed over its states',
  );
  const rows = gauge(
    'plat_import_stage_rows',
    'Rows that a stage of the last import read or mapped; 0 if it counts none',
  );
  for (const time of times) {
    seconds.labels(time.stage).set(time.seconds);
    rows.labels(time.stage).set(time.rows);
  }
  new Gauge({
    name: 'plat_import_ended_timestamp_seconds',
    help: 'End time of the last import',
    registers: [registry],
  }).set(endedMs / 1000);
  new Gauge({
    name: 'plat_import_succeeded',
    help: '1 if the last import succeeded, 0 if it failed and changed nothing',
    registers: [registry],
  }).set(hasSucceeded ? 1 : 0);
  // The collector may read at any time, but only files ending in .prom.
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, await registry.metrics());
  renameSync(unfinished, path);
}
