import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { UnreadableFileError } from './raw-table.ts';

export type FileFormat = 'delimited' | 'gzip' | 'workbook' | 'parquet';

/** The format of a file by its first bytes; file names are often wrong. */
export async function fileFormat(path: string): Promise<FileFormat> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
    if (head.toString('latin1') === 'PK\u0003\u0004') return 'workbook';
    if (head.toString('latin1') === 'PAR1') return 'parquet';
    return 'delimited';
  } finally {
    await file.close();
  }
}

/**
 * The bytes of a file, decompressed if gzip.
 * @throws UnreadableFileError
 */
export async function* fileBytes(path: string, format: FileFormat): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(path, { highWaterMark: 1 << 20 });
  if (format !== 'gzip') {
    yield* raw as AsyncIterable<Uint8Array>;
    return;
  }
  const unzipped = createGunzip({ chunkSize: 1 << 20 });
  raw.on('error', (error) => unzipped.destroy(error));
  raw.pipe(unzipped);
  try {
    yield* unzipped as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new UnreadableFileError(path, `the gzip file is damaged or incomplete (${message})`);
  } finally {
    raw.destroy();
    unzipped.destroy();
  }
}

/** The first `limit` bytes of a file, decompressed if gzip. */
export async function headBytes(path: string, format: FileFormat, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of fileBytes(path, format)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
