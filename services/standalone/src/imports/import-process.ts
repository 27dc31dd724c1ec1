/**
 * Reads or imports one file, or removes records, in a process of its own, because DuckDB and the stages would block the API. It gets one
 * job from its parent, tells progress and the result, and ends; also when its parent ends.
 */
import { MarketError } from '@plat/dataset';
import { connect } from '@plat/db';
import { importMarket, lookAtFile, previewImport, removeFromMarket } from '@plat/pipeline';
import { describeFailure } from '../describe-failure.ts';
import type { ImportJob, JobMessage, JobProgress, JobResults } from './import-job.ts';

/** A job knows its number of rows only when its files are read. */
const UNKNOWN_SHARE = 0;

const tell = (message: JobMessage): void => void process.send?.(message);
const tellProgress = (progress: JobProgress): void => tell({ tells: 'progress', progress });

process.on('disconnect', () => process.exit(1));
process.once('message', (job: ImportJob) => void run(job));

async function run(job: ImportJob): Promise<void> {
  try {
    tell({ tells: 'result', result: await resultOf(job) });
  } catch (error) {
    tell({ tells: 'failure', text: describeFailure(error).text, isOfRecords: error instanceof MarketError });
  }
  process.disconnect?.();
}

async function resultOf(job: ImportJob): Promise<JobResults[keyof JobResults]> {
  if (job.task === 'look') return lookAtFile(job.file, job.scratch);
  const { home } = job;
  const sql = connect(job.databaseUrl, { applicationName: 'plat-import', statementTimeoutMs: 0 });
  try {
    if (job.task === 'remove') return await removeFromMarket({ home, sql, state: job.state, county: job.county });
    const { file, source } = job;
    if (job.task === 'preview') {
      const onRows = (rows: number) => tellProgress({ stage: 'check', region: null, rows, share: UNKNOWN_SHARE });
      return await previewImport({ home, sql, source, file, scratch: job.scratch, onRows });
    }
    return await importMarket({
      home,
      sql,
      source,
      files: [file],
      ...job.options,
      onProgress: ({ stage, region, rows, overall }) => tellProgress({ stage, region, rows, share: overall }),
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
