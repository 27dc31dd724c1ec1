import type { ImportProgress } from '@plat/market/pipeline';
import { default as cliProgress, type SingleBar } from 'cli-progress';

const PLAIN_LINE_EVERY_MS = 5_000;
const TITLE_WIDTH = 20;
const BAR = { barsize: 30, etaBuffer: 20, hideCursor: true, clearOnComplete: true };
const COUNTED = '{title} {bar} {percentage}% | {done} of {total}, {rate} a second | {eta_formatted} left';
const FORMATS: Readonly<Record<ImportProgress['unit'], string>> = {
  rows: COUNTED.replace(',', ' rows,'),
  bytes: COUNTED.replace(',', ' bytes,'),
  steps: '{title} {bar} step {done} of {total}',
};

/** Shows what an import is doing, always on stderr. */
export interface ProgressDisplay {
  show(progress: ImportProgress): void;
  end(): void;
}

/** A bar with rate and remaining time on a terminal; elsewhere a plain line per stage and every few seconds. */
export const createProgressDisplay = (stream: NodeJS.WriteStream = process.stderr): ProgressDisplay =>
  stream.isTTY
    ? terminalBar(stream)
    : plainLines((line) => stream.write(`${line}\n`), performance.now.bind(performance));

const titleOf = ({ stage, region }: ImportProgress): string => (region === null ? stage : `${stage} (${region})`);

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const perSecond = (done: number, elapsedMs: number): string =>
  count.format(elapsedMs > 0 ? (done * 1000) / elapsedMs : 0);

export function plainLines(write: (line: string) => void, nowMs: () => number): ProgressDisplay {
  let title = '';
  let startedMs = 0;
  let startedAt = 0;
  let shownMs = 0;
  return {
    show: (progress) => {
      const now = nowMs();
      const isNew = titleOf(progress) !== title;
      if (isNew) {
        title = titleOf(progress);
        startedMs = now;
        startedAt = progress.done;
      } else if (now - shownMs < PLAIN_LINE_EVERY_MS) return;
      shownMs = now;
      write(isNew && progress.done === 0 ? `${title} ...` : lineOf(progress, now - startedMs, startedAt));
    },
    end: () => {},
  };
}

function lineOf(progress: ImportProgress, elapsedMs: number, startedAt: number): string {
  const { done, total, unit } = progress;
  const rate = elapsedMs > 0 ? ((done - startedAt) * 1000) / elapsedMs : 0;
  const parts = [
    `${titleOf(progress)}: ${count.format(done)}${total === null ? '' : ` of ${count.format(total)}`} ${unit}`,
  ];
  if (rate > 0) parts.push(`${count.format(rate)} ${unit}/s`);
  if (rate > 0 && total !== null) parts.push(`about ${count.format(Math.ceil((total - done) / rate))} s left`);
  return parts.join(', ');
}

/** One bar for all stages of a region, whose steps are counted together; one per stage where rows are counted. */
function terminalBar(stream: NodeJS.WriteStream): ProgressDisplay {
  let bar: SingleBar | undefined;
  let shown = '';
  let startedMs = 0;
  const finish = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    show: (progress) => {
      const { done, unit } = progress;
      const total = Math.max(progress.total ?? done, 1);
      const subject = unit === 'steps' ? `${progress.region} ${total}` : titleOf(progress);
      const isNew = bar === undefined || subject !== shown;
      if (isNew) {
        finish();
        shown = subject;
        startedMs = performance.now();
        bar = new cliProgress.SingleBar({ ...BAR, stream, format: FORMATS[unit] }, cliProgress.Presets.shades_classic);
      }
      const elapsedMs = performance.now() - startedMs;
      const texts = {
        title: titleOf(progress).padEnd(TITLE_WIDTH),
        done: count.format(done),
        rate: perSecond(done, elapsedMs),
      };
      if (isNew) bar?.start(total, done, texts);
      bar?.setTotal(total);
      bar?.update(done, texts);
    },
    end: finish,
  };
}
