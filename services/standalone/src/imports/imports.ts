import { basename } from 'node:path';
import type { ImportDetails, ImportDocument, ImportState } from '@plat/contracts/admin';
import { AppError, DAY_MS } from '@plat/kit';
import { describeFailure } from '../describe-failure.ts';
import { safeFileName } from './file-name.ts';
import { type ImportFolders, importFolders } from './import-folder.ts';
import type { JobProgress, JobSource, PublishOptions } from './import-job.ts';
import { BUSY, type ImportRecord, importDocument, importProblem, requireState, rowsOf } from './import-record.ts';
import { createLane } from './lane.ts';
import { type RunningJob, runJob } from './run-job.ts';

/** Uploaded files are removed after publication or this time. */
const KEPT_MS = DAY_MS;
const SWEEP_EVERY_MS = 60 * 60_000;
/** Uploaded files at a time, because each may be large. */
const MAX_FILES = 10;
const MAX_RECORDS = 200;

export interface ImportsOptions {
  /** Path of the home. */
  home: string;
  databaseUrl: string;
  maxBytes: number;
  nowMs(): number;
}

/** How to read a file: a source by its name, or a mapping. */
export interface Choice {
  source?: string | undefined;
  mapping?: Record<string, unknown> | undefined;
}

/** What a job does to the state of its import. */
interface Work<Result> {
  during: ImportState;
  afterFailure: ImportState;
  begin(file: string): RunningJob<Result>;
  finish(result: Result): Promise<void>;
}

/** The imports by file of one home. Files are checked one at a time, and imported one at a time. */
export class Imports {
  private readonly folders: ImportFolders;
  private readonly records = new Map<string, ImportRecord>();
  private readonly progress = new Map<string, JobProgress>();
  private readonly jobs = new Map<string, RunningJob<unknown>>();
  private readonly lanes = { check: createLane(), publish: createLane() };
  private readonly sweeping: ReturnType<typeof setInterval>;

  private constructor(private readonly options: ImportsOptions) {
    this.folders = importFolders(options.home);
    this.sweeping = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_EVERY_MS);
    this.sweeping.unref();
  }

  /** Opens the imports of a home. One that ran when its Plat ended has failed. */
  static async open(options: ImportsOptions): Promise<Imports> {
    const imports = new Imports(options);
    for (const record of await imports.folders.load()) {
      imports.records.set(record.id, record);
      if (!BUSY.includes(record.state)) continue;
      const problem = 'Plat ended while it ran. The versions of the records tell whether it was published before.';
      await imports.change(record, { state: 'failed', problem, finished_at: imports.instant() });
    }
    await imports.sweep();
    return imports;
  }

  /** Newest first. */
  list(): ImportDocument[] {
    return [...this.records.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).map((record) => this.document(record));
  }

  find(id: string): ImportRecord | undefined {
    return this.records.get(id);
  }

  document(record: ImportRecord): ImportDocument {
    return importDocument(record, this.progress.get(record.id) ?? null);
  }

  async details(record: ImportRecord): Promise<ImportDetails> {
    const { columns, header_line, guesses, mapping, rejects, notes } = record;
    const preview = await this.folders.preview(record.id);
    return { ...this.document(record), columns, header_line, guesses, mapping, rejects, notes, preview };
  }

  /** @throws AppError for a body that is too large, or a file that is no table. */
  async upload(request: Request, given: string, by: string): Promise<ImportRecord> {
    const name = safeFileName(given);
    await this.sweep();
    if ([...this.records.values()].filter(({ file }) => file !== null).length >= MAX_FILES) {
      throw importProblem(`is one more than the ${MAX_FILES} that are kept at a time; remove one first`, 'file');
    }
    const { folders, options } = this;
    const id = folders.newId(options.nowMs());
    const bytes = await folders.receive(request, id, name, options.maxBytes);
    const file = folders.fileOf(id, name);
    const look = await runJob({ task: 'look', file, scratch: folders.scratchOf(id) }).result.catch(async (error) => {
      await folders.remove(id);
      const text = withoutFolder(error, file);
      throw new AppError('VALIDATION_ERROR', text, { fields: [{ field: 'file', problem: text }] });
    });
    if (look.readAs !== name) await folders.rename(id, name, look.readAs);
    const record: ImportRecord = {
      id,
      file_name: name,
      file: look.readAs,
      bytes,
      state: 'uploaded',
      layout: look.source,
      source: null,
      mapping: look.source === null ? this.knownMapping(look.columns) : null,
      columns: look.columns,
      header_line: look.headerLine,
      guesses: look.guesses,
      rows: null,
      version: null,
      problem: null,
      rejects: [],
      notes: [],
      uploaded_by: by,
      uploaded_at: this.instant(),
      finished_at: null,
    };
    this.records.set(id, record);
    await folders.keep(record);
    return record;
  }

  /** Checks every row of the file. @throws AppError VALIDATION_ERROR unless it can be checked now. */
  async preview(record: ImportRecord, { source, mapping }: Choice): Promise<void> {
    requireState(record, ['uploaded', 'ready', 'failed'], 'checked');
    const name = typeof mapping?.name === 'string' ? mapping.name : 'mapping';
    const chosen = { source: source ?? name, mapping: mapping ?? null };
    await this.change(record, { ...chosen, state: 'checking', rows: null, problem: null, finished_at: null });
    const { home, databaseUrl } = this.options;
    const from = await this.sourceOf(record);
    const scratch = this.folders.scratchOf(record.id);
    const onProgress = (step: JobProgress) => void this.progress.set(record.id, step);
    const work: Work<Awaited<ReturnType<typeof runPreview>['result']>> = {
      during: 'checking',
      afterFailure: 'uploaded',
      begin: (file) => runPreview({ task: 'preview', file, scratch, home, databaseUrl, source: from }, onProgress),
      finish: async (preview) => {
        await this.folders.keepPreview(record.id, preview);
        await this.change(record, { state: 'ready', rows: rowsOf(preview.kinds) });
      },
    };
    void this.lanes.check(() => this.work(record, work));
  }

  /** @throws AppError VALIDATION_ERROR unless the import was checked and does not run. */
  requireStartable(record: ImportRecord): void {
    requireState(record, ['ready', 'failed'], 'started');
    if (record.rows === null) throw importProblem('must be checked before it is started');
  }

  /** Imports the file as it was checked. @throws AppError VALIDATION_ERROR unless it was. */
  async start(record: ImportRecord, options: PublishOptions): Promise<void> {
    this.requireStartable(record);
    await this.change(record, { state: 'running', problem: null, finished_at: null });
    const { home, databaseUrl } = this.options;
    const source = await this.sourceOf(record);
    const onProgress = (step: JobProgress) => void this.progress.set(record.id, step);
    const work: Work<Awaited<ReturnType<typeof runPublish>['result']>> = {
      during: 'running',
      afterFailure: 'failed',
      begin: (file) => runPublish({ task: 'publish', file, home, databaseUrl, source, options }, onProgress),
      finish: async ({ version, files, rejects, notes }) => {
        const rows = rowsOf(files);
        const finished_at = this.instant();
        if (record.file !== null) await this.folders.removeFile(record.id, record.file);
        await this.change(record, { state: 'published', version, rows, rejects, notes, finished_at, file: null });
      },
    };
    void this.lanes.publish(() => this.work(record, work));
  }

  /** Cancels a busy import, and removes another one. */
  async remove(record: ImportRecord): Promise<void> {
    if (!BUSY.includes(record.state)) return this.forget(record);
    await this.change(record, { state: 'cancelled', finished_at: this.instant() });
    const job = this.jobs.get(record.id);
    job?.stop();
    await job?.result.catch(() => undefined);
    // Its last message may have been that it was published.
    if (record.state === 'cancelled') await this.removeFile(record);
  }

  /** Stops what runs. */
  async close(): Promise<void> {
    clearInterval(this.sweeping);
    for (const job of this.jobs.values()) job.stop();
    for (const lane of Object.values(this.lanes)) await lane(async () => undefined);
  }

  private async work<Result>(record: ImportRecord, { during, afterFailure, begin, finish }: Work<Result>) {
    // It may have been cancelled while it waited.
    if (record.state !== during || record.file === null) return;
    const file = this.folders.fileOf(record.id, record.file);
    try {
      const job = begin(file);
      this.jobs.set(record.id, job);
      const result = await job.result.finally(() => this.progress.delete(record.id));
      if (record.state === during || during === 'running') await finish(result);
    } catch (error) {
      if (record.state !== during) return;
      const problem = withoutFolder(error, file);
      await this.change(record, { state: afterFailure, problem, finished_at: this.instant() });
    } finally {
      this.jobs.delete(record.id);
      await this.folders.removeScratch(record.id);
    }
  }

  /** The mapping with which a file of the same columns was published last. */
  private knownMapping(columns: readonly string[]): ImportRecord['mapping'] {
    const header = columns.join('\n');
    const published = [...this.records.values()].filter(
      (one) => one.state === 'published' && one.mapping !== null && one.columns.join('\n') === header,
    );
    return published.sort((a, b) => (a.id < b.id ? 1 : -1))[0]?.mapping ?? null;
  }

  private async sourceOf(record: ImportRecord): Promise<JobSource> {
    const { id, source, mapping } = record;
    if (mapping !== null) return { kind: 'file', path: await this.folders.keepMapping(id, mapping) };
    return source === 'canonical' ? { kind: 'canonical' } : { kind: 'named', name: source ?? '' };
  }

  private async sweep(): Promise<void> {
    const isOld = ({ uploaded_at }: ImportRecord) => this.options.nowMs() - Date.parse(uploaded_at) > KEPT_MS;
    const idle = [...this.records.values()].filter(({ state }) => !BUSY.includes(state)).reverse();
    for (const [at, record] of idle.entries()) {
      const isUnused = record.state === 'uploaded' || record.state === 'ready';
      if (at >= MAX_RECORDS || (isOld(record) && isUnused)) await this.forget(record);
      else if (isOld(record)) await this.removeFile(record);
    }
  }

  private async removeFile(record: ImportRecord): Promise<void> {
    if (record.file === null) return;
    await this.folders.removeFile(record.id, record.file);
    await this.change(record, { file: null });
  }

  private async forget({ id }: ImportRecord): Promise<void> {
    this.records.delete(id);
    await this.folders.remove(id);
  }

  private async change(record: ImportRecord, changes: Partial<ImportRecord>): Promise<void> {
    Object.assign(record, changes);
    if (this.records.has(record.id)) await this.folders.keep(record);
  }

  private instant(): string {
    return new Date(this.options.nowMs()).toISOString();
  }
}

const runPreview = runJob<Extract<Parameters<typeof runJob>[0], { task: 'preview' }>>;
const runPublish = runJob<Extract<Parameters<typeof runJob>[0], { task: 'publish' }>>;

/** Tells people the name of the file, not where it lies. */
const withoutFolder = (error: unknown, file: string): string =>
  describeFailure(error).text.replaceAll(file, basename(file)).trim();
