import { accessSync, constants, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImportProgress } from '@plat/pipeline';
import { PlainError } from '@plat/standalone/failures';
import { beginScope, markFailed, newWork, runInScope, type Span, SpanKind, startChild } from '@plat/telemetry';
import { Gauge, Registry } from 'prom-client';

/** How long a stage of an import took, over all states that it built, and how many rows it read or mapped. */
export interface StageTime {
  stage: string;
  seconds: number;
  rows: number;
}

/** Watches an import by what it says of its progress; a stage lasts until the next one of its state begins. */
export interface StageWatch {
  onProgress(progress: ImportProgress): void;
  /** Ends the stages that run. @returns all of them, in the order in which they began. */
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
        // States are built from what was read of all: that ends when the first of them begins.
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

/** Runs a command as one trace, while this process traces. */
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

/** How an import went. */
export interface EndedImport {
  times: readonly StageTime[];
  endedMs: number;
  hasSucceeded: boolean;
}

/**
 * Before an import that nobody should have to repeat for its metrics.
 * @throws PlainError when the file could not be written.
 */
export function checkMetricsFile(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new PlainError(
      `The metrics file ${path} cannot be written: ${(error as Error).message}.`,
      'Make its folder, or name one that this user may write to.',
    );
  }
}

/** Writes a file for the textfile collector of node_exporter: an import is over before anybody could ask it. */
export async function writeStageMetrics(path: string, { times, endedMs, hasSucceeded }: EndedImport): Promise<void> {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['stage'] as const, registers: [registry] });
  const seconds = gauge('plat_import_stage_seconds', 'Time of each stage of the last import, over all its states');
  const rows = gauge(
    'plat_import_stage_rows',
    'Rows that a stage of the last import read or mapped; 0 where it counts none',
  );
  for (const time of times) {
    seconds.labels(time.stage).set(time.seconds);
    rows.labels(time.stage).set(time.rows);
  }
  new Gauge({
    name: 'plat_import_ended_timestamp_seconds',
    help: 'When the last import ended',
    registers: [registry],
  }).set(endedMs / 1000);
  new Gauge({
    name: 'plat_import_succeeded',
    help: '1 when the last import did what it was asked for, 0 when it failed and changed nothing',
    registers: [registry],
  }).set(hasSucceeded ? 1 : 0);
  // The collector reads whenever it likes, and only what ends in .prom.
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, await registry.metrics());
  renameSync(unfinished, path);
}
