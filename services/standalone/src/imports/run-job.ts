import { fileURLToPath } from 'node:url';
import { MarketError } from '@plat/dataset';
import { PlainError } from '../failures.ts';
import type { ImportJob, JobMessage, JobProgress, JobResults } from './import-job.ts';

const PROGRAM = fileURLToPath(new URL('./import-process.ts', import.meta.url));
const NO_ADVICE = '';

/** A job in a process of its own. */
export interface RunningJob<Result> {
  /** @throws MarketError or PlainError in sentences for the operator, also if the process was stopped. */
  result: Promise<Result>;
  /** Ends the process. What it published before stays; what it did not publish never serves. */
  stop(): void;
}

/** Starts the process of a job. */
export function runJob<Job extends ImportJob>(
  job: Job,
  onProgress: (progress: JobProgress) => void = () => undefined,
): RunningJob<JobResults[Job['task']]> {
  let outcome: JobMessage | undefined;
  const child = Bun.spawn([process.execPath, PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'json',
    ipc: (message: JobMessage) => {
      if (message.tells === 'progress') onProgress(message.progress);
      else outcome = message;
    },
  });
  child.send(job);
  const result = child.exited.then(() => {
    if (outcome?.tells === 'result') return outcome.result as JobResults[Job['task']];
    if (outcome?.tells === 'failure') {
      const { text, isOfRecords } = outcome;
      throw isOfRecords ? new MarketError(text, NO_ADVICE) : new PlainError(text, NO_ADVICE);
    }
    const how = child.signalCode === null ? `status ${child.exitCode}` : `signal ${child.signalCode}`;
    throw new PlainError(
      `The process of the import ended with ${how}; what served before still serves.`,
      'It may have run out of memory. Close other programs, or import fewer rows at a time.',
    );
  });
  return { result, stop: () => child.kill('SIGKILL') };
}
