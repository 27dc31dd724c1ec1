import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Sql } from '@plat/db';
import { importMarket } from '@plat/pipeline';
import { writeSampleMarket } from '@plat/pipeline/sample';
import type { Benchmark } from './benchmark.ts';
import { AS_OF } from './generated-deals.ts';
import { startPrivateServer } from './private-server.ts';

/** Copies the rows of canonical files into text tables, in one transaction as `psql \copy` would. */
async function bareCopy(sql: Sql, folder: string): Promise<number> {
  let rows = 0;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.csv'))) {
    const path = join(folder, name);
    const header = (await Bun.file(path).slice(0, 65_536).text()).split('\n', 1)[0]!;
    const table = `bare_${name.replace(/\W.*$/, '')}`;
    await sql.begin(async (tx) => {
      await tx.unsafe(
        `create table ${table} (${header
          .split(',')
          .map((column) => `${column} text`)
          .join(', ')})`,
      );
      const copy = await tx.unsafe(`copy ${table} from stdin with (format csv, header)`).writable();
      await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), copy);
    });
    const [counted] = await sql.unsafe<{ rows: number }[]>(`select count(*) as rows from ${table}`);
    rows += counted!.rows;
  }
  return rows;
}

async function unpack(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.csv.gz'))) {
    const packed = join(folder, name);
    const writer = Bun.file(packed.slice(0, -3)).writer();
    const sink = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        writer.write(chunk);
        done();
      },
    });
    await pipeline(createReadStream(packed), createGunzip(), sink);
    await writer.end();
    await rm(packed);
  }
}

export const importVsCopy: Benchmark = {
  name: 'import',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: true });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the import benchmark.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-import-'));
    try {
      const files = join(folder, 'files');
      tell(`generating a market of ${sizes.parcels} parcels`);
      await writeSampleMarket({ directory: files, asOf: AS_OF, parcels: sizes.parcels });
      await unpack(files);
      const copyStarted = performance.now();
      const rows = await bareCopy(server.sql, files);
      const copySeconds = (performance.now() - copyStarted) / 1000;
      tell(`importing ${rows} rows`);
      let stage = '';
      let stageStarted = performance.now();
      const seconds = new Map<string, number>();
      const importStarted = performance.now();
      await importMarket({
        home: folder,
        sql: server.sql,
        source: { kind: 'canonical' },
        files: [files],
        asOf: AS_OF,
        onProgress: (progress) => {
          const now = performance.now();
          if (stage !== '') seconds.set(stage, (seconds.get(stage) ?? 0) + (now - stageStarted) / 1000);
          [stage, stageStarted] = [progress.stage, now];
        },
      });
      const importSeconds = (performance.now() - importStarted) / 1000;
      tell(`  by stage: ${[...seconds].map(([name, spent]) => `${name} ${spent.toFixed(1)} s`).join(', ')}`);
      const rate = (spent: number) => `${new Intl.NumberFormat('en-US').format(Math.round(rows / spent))} rows/s`;
      return [
        {
          what: `import against a bare COPY of the same ${new Intl.NumberFormat('en-US').format(rows)} rows`,
          figures: `${rate(importSeconds)} / ${rate(copySeconds)}`,
          ratio: copySeconds / importSeconds,
          goal: { atLeast: 0.2 },
        },
      ];
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
