import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answers,
  dataDirectoryOf,
  isRoot,
  newDirectory,
  SLOW_MS,
  sentenceOf,
  start,
  useClusters,
  usedDirectory,
} from './cluster-directory.fixture.ts';

useClusters();

test(
  'rejects a wrong password',
  async () => {
    const server = await start(await usedDirectory());
    const url = new URL(server.url);
    url.password = 'guessed';
    expect(await answers(url.href)).toBe(false);
    await server.close();
  },
  SLOW_MS,
);

test(
  'explains a damaged data folder in a plain sentence',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    const dataDirectory = await dataDirectoryOf(directory);
    writeFileSync(join(dataDirectory, 'global', 'pg_control'), 'not a control file');
    const sentence = await sentenceOf(start(directory));
    expect(sentence).toContain(`The database in ${dataDirectory} is damaged`);
    expect(sentence).toContain('backup');
  },
  SLOW_MS,
);

test(
  'reports a data folder without its version file as damaged and does not initialise it again',
  async () => {
    const directory = await usedDirectory();
    await (await start(directory)).close();
    rmSync(join(await dataDirectoryOf(directory), 'PG_VERSION'));
    expect(await sentenceOf(start(directory))).toContain('is damaged');
  },
  SLOW_MS,
);

test('reports a file in place of the folder in a plain sentence', async () => {
  const home = newDirectory();
  mkdirSync(join(home, '..'), { recursive: true });
  writeFileSync(home, 'a file');
  expect(await sentenceOf(start(home))).toContain('is not a folder');
});

test.skipIf(isRoot)('reports an unwritable folder in a plain sentence', async () => {
  const directory = newDirectory(0o500);
  expect(await sentenceOf(start(directory))).toContain('is not writable');
});
