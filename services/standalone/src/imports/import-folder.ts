import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportPreview } from '@plat/contracts/admin';
import { AppError } from '@plat/kit';
import type { ImportRecord } from './import-record.ts';

const RECORD = 'record.json';
const PREVIEW = 'preview.json';
const MAPPING = 'mapping.json';
const ID_BYTES = 5;
const MB = 1024 * 1024;

/** The folders of imports in a home: `imports/<id>/`, with the uploaded file until it is published. */
export interface ImportFolders {
  newId(nowMs: number): string;
  fileOf(id: string, name: string): string;
  scratchOf(id: string): string;
  /** Writes a body as it arrives. @returns its bytes. @throws AppError INVALID_REQUEST_BODY if it is too large. */
  receive(request: Request, id: string, name: string, maxBytes: number): Promise<number>;
  rename(id: string, from: string, to: string): Promise<void>;
  keep(record: ImportRecord): Promise<void>;
  keepPreview(id: string, preview: ImportPreview): Promise<void>;
  preview(id: string): Promise<ImportPreview | null>;
  /** @returns path of the mapping. */
  keepMapping(id: string, mapping: object): Promise<string>;
  removeFile(id: string, name: string): Promise<void>;
  removeScratch(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Every readable record, newest first. Removes folders without one, which an interrupted upload leaves. */
  load(): Promise<ImportRecord[]>;
}

/** @param home path of the home. */
export function importFolders(home: string): ImportFolders {
  const root = join(home, 'imports');
  const at = (id: string, ...names: string[]) => join(root, id, ...names);
  const fileOf = (id: string, name: string) => at(id, 'file', name);
  const remove = (id: string) => rm(at(id), { recursive: true, force: true });
  /** A crash between the two steps leaves the old file. */
  const write = async (path: string, document: object) => {
    await writeFile(`${path}.new`, JSON.stringify(document));
    await rename(`${path}.new`, path);
  };
  const read = async <Document>(path: string): Promise<Document | null> =>
    readFile(path, 'utf8')
      .then((text) => JSON.parse(text) as Document)
      .catch(() => null);

  return {
    // Names of folders sort by time.
    newId: (nowMs) => `${nowMs.toString(36)}${randomBytes(ID_BYTES).toString('hex')}`,
    fileOf,
    scratchOf: (id) => at(id, 'scratch'),
    receive: async (request, id, name, maxBytes) => {
      await mkdir(at(id, 'file'), { recursive: true });
      // A file may have contacts.
      await chmod(root, 0o700);
      let bytes = 0;
      async function* bounded() {
        for await (const chunk of request.body ?? []) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw tooLarge(maxBytes);
          yield chunk;
        }
      }
      try {
        if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
        await pipeline(bounded, createWriteStream(fileOf(id, name), { mode: 0o600 }));
        return bytes;
      } catch (error) {
        await remove(id);
        throw error;
      }
    },
    rename: (id, from, to) => rename(fileOf(id, from), fileOf(id, to)),
    keep: (record) => write(at(record.id, RECORD), record),
    keepPreview: (id, preview) => write(at(id, PREVIEW), preview),
    preview: (id) => read<ImportPreview>(at(id, PREVIEW)),
    keepMapping: async (id, mapping) => {
      await write(at(id, MAPPING), mapping);
      return at(id, MAPPING);
    },
    removeFile: (id, name) => rm(fileOf(id, name), { force: true }),
    removeScratch: (id) => rm(at(id, 'scratch'), { recursive: true, force: true }),
    remove,
    load: async () => {
      if (!existsSync(root)) return [];
      const records: ImportRecord[] = [];
      for (const id of (await readdir(root)).sort().reverse()) {
        const record = await read<ImportRecord>(at(id, RECORD));
        if (record === null) await remove(id);
        else records.push(record);
      }
      return records;
    },
  };
}

const tooLarge = (maxBytes: number): AppError => {
  const problem = `must be at most ${Math.floor(maxBytes / MB)} MB (PLAT_IMPORT_MAX_MB)`;
  const fields = [{ field: 'body', problem }];
  return new AppError('INVALID_REQUEST_BODY', 'The file is too large', { fields, limit: 'body_bytes' });
};
