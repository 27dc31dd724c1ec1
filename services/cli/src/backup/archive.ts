import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { PlainError } from '@plat/standalone/failures';
import { extract, type Headers, pack } from 'tar-stream';

/** The last entry of an archive: the SHA-256 of all others, in `sha256sum` format. */
const SUMS_ENTRY = 'SHA256SUMS';
const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;

/** Writes a tar file compressed with zstd; its last entry holds the checksums of all others. */
export interface ArchiveWriter {
  folder(path: string): Promise<void>;
  /** @param bytes exact size of the content. */
  file(path: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Resolves when everything is on disk. */
  finish(): Promise<void>;
  /** Aborts writing; the caller removes the partial file. */
  abandon(): Promise<void>;
}

export interface ArchiveEntry {
  path: string;
  kind: 'folder' | 'file';
  content: AsyncIterable<Uint8Array>;
}

/** @param path a file that does not exist yet; only its owner may read it. */
export function writeArchive(path: string): ArchiveWriter {
  const tar = pack();
  const target = createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx', flush: true });
  const written = pipeline(tar, createZstdCompress(), target);
  // A full disk ends the pipeline, and then nothing drains the queue.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  // The promise above reports errors; these listeners only prevent uncaught ones.
  tar.on('error', () => {});
  const sums: string[] = [];

  async function add(header: Partial<Headers> & { name: string }, content: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const hash = createHash('sha256');
      await addEntry(header, content, hash);
      if (header.name !== SUMS_ENTRY) sums.push(`${hash.digest('hex')}  ${header.name}\n`);
    } catch (error) {
      // Prefer the error of the output file.
      if (tar.destroyed) await written;
      throw error;
    }
  }

  async function addEntry(
    header: Partial<Headers> & { name: string },
    content: AsyncIterable<Uint8Array>,
    hash: { update(chunk: Uint8Array): unknown },
  ): Promise<void> {
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => {});
    const entry = tar.entry(header, (error) => (error == null ? ended.resolve() : ended.reject(error)));
    entry.on('error', () => {});
    for await (const chunk of content) {
      hash.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), failed]);
    }
    entry.end();
    await Promise.race([ended.promise, failed]);
  }

  return {
    folder: (name) => add({ name, type: 'directory', mode: FOLDER_MODE, size: 0 }, nothing()),
    file: (name, size, content) => add({ name, type: 'file', mode: OWNER_ONLY, size }, content),
    finish: async () => {
      const text = Buffer.from(sums.join(''));
      await add({ name: SUMS_ENTRY, type: 'file', mode: OWNER_ONLY, size: text.length }, only(text));
      tar.finalize();
      await written;
    },
    abandon: async () => {
      tar.destroy();
      await written.catch(() => {});
    },
  };
}

/**
 * Reads an archive from start to end. Trust none of its content before this returns.
 * @param take reads each entry to its end.
 * @throws PlainError if the archive is truncated, changed or not an archive.
 */
export async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createZstdDecompress(), tar);
  reading.catch((error) => tar.destroy(error as Error));
  const found: string[] = [];
  let claimed: string | undefined;
  // Rethrow errors of `take`, unless the file ended early; other errors mean a damaged file.
  let takerFailed: { cause: unknown } | undefined;
  let isCutShort = false;
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (claimed !== undefined) throw new Error('an entry follows the checksums');
      if (name === SUMS_ENTRY) {
        claimed = (await collect(entry)).toString();
        continue;
      }
      const hash = createHash('sha256');
      const content = hashed(entry, hash, () => {
        isCutShort = true;
      });
      const kind = type === 'directory' ? 'folder' : 'file';
      if (type !== 'directory' && type !== 'file') throw new Error(`an entry is a ${type}`);
      const path = checkedPath(name);
      try {
        await take({ path, kind, content });
      } catch (cause) {
        takerFailed = { cause };
        throw cause;
      }
      for await (const _ of content) {
        // Hashes whatever the taker left unread.
      }
      found.push(`${hash.digest('hex')}  ${name}\n`);
    }
    await reading;
    if (claimed === undefined) throw new Error('the checksums are missing');
    if (claimed !== found.join('')) throw new Error('the checksums do not match');
  } catch (error) {
    tar.destroy();
    await reading.catch(() => {});
    if (takerFailed !== undefined && !isCutShort) throw takerFailed.cause;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') throw unreadable(file);
    throw damaged(file);
  }
}

const damaged = (path: string): PlainError =>
  new PlainError(
    `${path} is not a complete backup: it was truncated or changed.`,
    'Use another backup. Nothing was changed.',
  );

const unreadable = (path: string): PlainError =>
  new PlainError(`${path} cannot be read.`, 'Check the path and its permissions. Nothing was changed.');

/** Rejects names that lead out of the target folder; Plat never writes those. */
function checkedPath(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  if (name.startsWith('/') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('an entry has an unsafe path');
  }
  return parts.join('/');
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
  onCutShort: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error) => {
      onCutShort();
      throw error;
    });
    if (next.done) return;
    hash.update(next.value);
    yield next.value;
  }
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
