import { extname, join } from 'node:path';
import { UnreadableFileError } from './raw-table.ts';
import { unzipTo } from './zip-file.ts';

/** A file of an import and the path of its content: itself, or unpacked from it. */
export interface OpenedFile<File> {
  file: File;
  contentPath: string;
}

/** Unpacks the zips among files into a scratch folder. @throws UnreadableFileError */
export async function openFiles<File extends { path: string; zipEntry: string | null }>(
  files: readonly File[],
  scratch: string,
): Promise<OpenedFile<File>[]> {
  const opened: OpenedFile<File>[] = [];
  for (const [number, file] of files.entries()) {
    if (file.zipEntry === null) opened.push({ file, contentPath: file.path });
    else {
      const contentPath = join(scratch, `unzipped-${number}${extname(file.zipEntry)}`);
      await unzipTo(file.path, file.zipEntry, contentPath);
      opened.push({ file, contentPath });
    }
  }
  return opened;
}

/** Runs a reader of a file's content; a failure names the operator's file. */
export async function withOwnName<Result>(
  { file }: OpenedFile<{ path: string; zipEntry: string | null }>,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFileError) || file.zipEntry === null) throw error;
    throw new UnreadableFileError(file.path, `${file.zipEntry}: ${error.why}`);
  }
}
