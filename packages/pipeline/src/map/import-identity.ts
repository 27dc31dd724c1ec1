import type { ImportSource } from '../sources/index.ts';
import type { ImportFile } from './import-files.ts';

/** Raise this when the same file gives other facts than before, so that importing it again is not "unchanged". */
const READING = 2;

/** SHA-256 (hex) over the mapping and the contents of the files; independent of their location. */
export async function importIdentity(source: ImportSource, files: readonly ImportFile[]): Promise<string> {
  const digests: string[] = [];
  for (const file of files) {
    const hasher = new Bun.CryptoHasher('sha256');
    for await (const chunk of Bun.file(file.path).stream()) hasher.update(chunk);
    digests.push(`${file.inputNumber}:${hasher.digest('hex')}`);
  }
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([READING, source, digests.sort()])).digest('hex');
}

/** Identity of the same import after a geocoder has answered for all of its addresses. */
export const geocodedIdentity = (identity: string): string =>
  new Bun.CryptoHasher('sha256').update(`${identity} geocoded`).digest('hex');
