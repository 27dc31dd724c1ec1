import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { readArchive, writeArchive } from './archive.ts';
import { BACKUP_FORMAT, readManifest, thisSystem } from './manifest.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* chunks(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

let made = 0;
async function archiveOf(files: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const path = join(folder, `${++made}.backup`);
  const archive = writeArchive(path);
  await archive.folder('home/empty');
  for (const [name, bytes] of Object.entries(files)) await archive.file(name, bytes.length, chunks(bytes));
  await archive.finish();
  return path;
}

async function contentOf(path: string): Promise<Record<string, Uint8Array>> {
  const found: Record<string, Uint8Array> = {};
  await readArchive(path, async ({ path: name, kind, content }) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of content) parts.push(chunk);
    if (kind === 'file') found[name] = Uint8Array.from(Buffer.concat(parts));
  });
  return found;
}

describe('an archive', () => {
  const names = fc
    .array(fc.stringMatching(/^[a-z0-9_.-]{1,60}$/), { minLength: 1, maxLength: 5 })
    .map((parts) => ['home', ...parts.map((part) => `x${part}`)].join('/'));
  const files = fc.dictionary(names, fc.uint8Array({ maxLength: 5_000 }), { maxKeys: 8, noNullPrototype: true });

  test('returns its content, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        expect(await contentOf(await archiveOf(content))).toEqual(content);
      }),
      { numRuns: 40 },
    );
  });

  test('is rejected if truncated anywhere or changed by one bit', async () => {
    const bytes = readFileSync(
      await archiveOf({ 'home/a': new Uint8Array(3_000).fill(7), 'home/b': Buffer.from('b') }),
    );
    const damage = fc.oneof(
      fc.integer({ min: 0, max: bytes.length - 1 }).map((length) => bytes.subarray(0, length)),
      fc.tuple(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 })).map(([at, bit]) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1 << bit;
        return changed;
      }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (damaged) => {
        const path = join(folder, 'damaged.backup');
        writeFileSync(path, damaged);
        // Some bits of the compressed form are unused: changing them leaves the content intact.
        const read = await contentOf(path).catch((error: Error) => error.message);
        if (typeof read === 'string') expect(read).toContain('was truncated or changed');
        else expect(Object.keys(read)).toEqual(['home/a', 'home/b']);
      }),
      { numRuns: 150 },
    );
  });

  test('from another program, with unsafe paths, is rejected', async () => {
    for (const name of ['./roll.csv', '/etc/passwd', 'home/../../roll.csv']) {
      const tar = pack();
      tar.entry({ name }, 'content');
      tar.finalize();
      const path = join(folder, 'foreign.backup');
      await pipeline(tar, createZstdCompress(), createWriteStream(path));
      await expect(contentOf(path)).rejects.toThrow('not a complete backup');
    }
  });

  test('is readable by its owner only and never overwrites a file', async () => {
    const path = await archiveOf({});
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(writeArchive(path).finish()).rejects.toThrow('EEXIST');
  });

  test('fails with the reason of the file system', async () => {
    const archive = writeArchive(join(folder, 'nowhere', 'x.backup'));
    const big = new Uint8Array(20_000_000);
    crypto.getRandomValues(big.subarray(0, 60_000));
    await expect(archive.file('home/a', big.length, chunks(big)).then(archive.finish)).rejects.toThrow('ENOENT');
  });
});

describe('the backup manifest', () => {
  const manifest = { format: BACKUP_FORMAT, made_at: '2026-03-01T00:00:00.000Z', system: thisSystem() };
  const text = (more: object) => JSON.stringify({ ...manifest, postgres: '18.4', ...more });

  test('is accepted with the same major version of PostgreSQL', () => {
    expect(readManifest(text({}), '18.9').postgres).toBe('18.4');
  });

  test.each([
    [text({ format: BACKUP_FORMAT + 1 }), 'a later one'],
    [text({ postgres: '17.2' }), 'The backup holds the files of PostgreSQL 17'],
    [text({ system: 'darwin-arm64' }), 'was made on darwin-arm64'],
    [text({ made_at: 1 }), 'not a Plat backup'],
    ['{', 'not a Plat backup'],
    ['null', 'not a Plat backup'],
  ])('is rejected with %p', (bad, sentence) => {
    let failure = '';
    try {
      readManifest(bad, '18.4');
    } catch (error) {
      const { message, advice } = error as { message: string; advice: string };
      failure = `${message} ${advice}`;
    }
    expect(failure).toContain(sentence);
    expect(failure).toContain('Nothing was changed.');
  });
});
