import type { ImportProgress } from '@plat/pipeline';
import { default as cliProgress, type SingleBar } from 'cli-progress';

const REMINDER_EVERY_MS = 30_000;
const TITLE_WIDTH = 24;
const BAR = {
  format: '{title} {bar} {share} | {speed} | {left}',
  barsize: 24,
  hideCursor: true,
  clearOnComplete: true,
};

/** Shows the progress of an import on stderr. */
export interface ProgressDisplay {
  show(progress: ImportProgress): void;
  end(): void;
}

/** A progress bar for the whole import on a terminal; otherwise one line per finished stage and state. */
export const createProgressDisplay = (stream: NodeJS.WriteStream = process.stderr): ProgressDisplay =>
  stream.isTTY
    ? terminalBar(stream)
    : plainLines((line) => stream.write(`${line}\n`), performance.now.bind(performance));

const titleOf = ({ stage, region }: ImportProgress): string => (region === null ? stage : `${region}: ${stage}`);

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const rowsText = (rows: number): string => (rows === 1 ? '1 row' : `${count.format(rows)} rows`);

interface RunningStage {
  latest: ImportProgress;
  startedMs: number;
  remindedMs: number;
}

/** Prints one line of totals per stage and state, and a reminder every half minute during a stage. */
export function plainLines(write: (line: string) => void, nowMs: () => number): ProgressDisplay {
  const running = new Map<string | null, RunningStage>();
  const finish = (region: string | null): void => {
    const one = running.get(region);
    if (one === undefined) return;
    running.delete(region);
    write(`${titleOf(one.latest)}: ${rowsText(one.latest.rows)}, ${seconds(nowMs() - one.startedMs)}`);
  };
  return {
    show: (progress) => {
      const { stage, region, overall } = progress;
      const now = nowMs();
      if (running.get(region)?.latest.stage !== stage) {
        finish(region);
        // Files are read before any region is built, so the read stage ends when the first region starts.
        if (region !== null) finish(null);
        running.set(region, { latest: progress, startedMs: now, remindedMs: now });
      }
      const one = running.get(region)!;
      one.latest = progress;
      if (now - one.remindedMs < REMINDER_EVERY_MS) return;
      one.remindedMs = now;
      write(`${titleOf(progress)}: ${seconds(now - one.startedMs)} so far, ${percent(overall)} of the import done`);
    },
    end: () => {
      for (const region of [...running.keys()]) finish(region);
    },
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const percent = (share: number): string => `${Math.floor(100 * share)} %`;

/** Shows overall percent, rows per second of the whole import, and the estimated remaining time. */
function terminalBar(stream: NodeJS.WriteStream): ProgressDisplay {
  let bar: SingleBar | undefined;
  const startedMs = performance.now();
  let fileRows = 0;
  return {
    show: (progress) => {
      const { overall, rows } = progress;
      fileRows = Math.max(fileRows, rows);
      const texts = barTexts(progress, fileRows, performance.now() - startedMs);
      if (bar === undefined) {
        bar = new cliProgress.SingleBar({ ...BAR, stream }, cliProgress.Presets.shades_classic);
        bar.start(1, overall, texts);
      } else bar.update(overall, texts);
    },
    end: () => {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** Texts beside the bar. @param importRows known rows of the whole import. */
export function barTexts(progress: ImportProgress, importRows: number, elapsedMs: number) {
  const { overall } = progress;
  const elapsedSeconds = elapsedMs / 1000;
  const isKnown = overall > 0 && elapsedSeconds > 0;
  return {
    title: titleOf(progress).padEnd(TITLE_WIDTH),
    share: percent(overall).padStart(5),
    speed: isKnown ? `${count.format((importRows * overall) / elapsedSeconds)} rows/s` : rowsText(importRows),
    left: isKnown ? `${clock((elapsedSeconds * (1 - overall)) / overall)} left` : 'estimating',
  };
}

/** `1:05` for 65 seconds, `2:00:00` for two hours. */
function clock(secondsLeft: number): string {
  const whole = Math.ceil(secondsLeft);
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
