import type { ImportProgress } from '@plat/market/pipeline';
import { default as cliProgress, type SingleBar } from 'cli-progress';

const PLAIN_LINE_EVERY_MS = 5_000;

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

function terminalBar(stream: NodeJS.WriteStream): ProgressDisplay {
  let bar: SingleBar | undefined;
  let title = '';
  let startedMs = 0;
  const finish = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    show: (progress) => {
      const { done, unit } = progress;
      const total = Math.max(progress.total ?? done, 1);
      if (bar === undefined || titleOf(progress) !== title) {
        finish();
        title = titleOf(progress);
        startedMs = performance.now();
        bar = new cliProgress.SingleBar(
          {
            stream,
            format: `{title} {bar} {percentage}% | {done} ${unit}, {rate}/s | {eta_formatted} left`,
            etaBuffer: 20,
            hideCursor: true,
            clearOnComplete: true,
          },
          cliProgress.Presets.shades_classic,
        );
        bar.start(total, done, { title, done: count.format(done), rate: '0' });
        return;
      }
      bar.setTotal(total);
      bar.update(done, { done: count.format(done), rate: perSecond(done, performance.now() - startedMs) });
    },
    end: finish,
  };
}
