import type { ImportFile } from '../map/import-files.ts';

/** SHA-256 (hex) over the contents of the files; independent of their order, names and mapping. */
export async function contentIdentity(files: readonly Pick<ImportFile, 'path'>[]): Promise<string> {
  const digests: string[] = [];
  for (const { path } of files) {
    const hasher = new Bun.CryptoHasher('sha256');
    for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
    digests.push(hasher.digest('hex'));
  }
  return new Bun.CryptoHasher('sha256').update(digests.sort().join()).digest('hex');
}
