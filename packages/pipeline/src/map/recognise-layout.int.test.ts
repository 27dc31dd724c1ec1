import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { CANONICAL_FILES } from '../canonical/canonical.ts';
import { mapImport } from '../import/map-import.ts';
import { chooseSource } from '../import/read-and-map.ts';
import { builtInSources } from '../sources/index.ts';
import { expressionHeaders } from './expression-sql.ts';
import { layoutHint, recogniseLayout } from './recognise-layout.ts';

const DATA = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '..', '..', '..', '..', '..', 'shared', 'data');
const HAS_DATA = existsSync(DATA);
if (!HAS_DATA) console.log(`skipped: layouts of real files (no folder ${DATA}; set PLAT_DATA_DIR)`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The headers that a mapping names, by input. A list of one column could be anybody's. */
const layouts = builtInSources.flatMap(({ name, inputs }) =>
  inputs.flatMap(({ produces }) => {
    const headers = [...new Set(produces.flatMap(({ columns }) => Object.values(columns).flatMap(expressionHeaders)))];
    return headers.length < 4 ? [] : [[name, headers] as const];
  }),
);
const CAMBRIDGE = layouts.find(([name]) => name === 'cambridge-ma')![1];

describe('the source of a file is recognised by its header', () => {
  test.each(layouts)('%s', (name, headers) => {
    expect(recogniseLayout([...headers, 'a further column'])).toBe(name);
    expect(recogniseLayout(headers.map((header) => header.toUpperCase()).reverse())).toBe(name);
  });

  test.each(['properties', 'transfers', 'contacts', 'suppressions'] as const)('canonical %s', (kind) => {
    expect(recogniseLayout(Object.keys(CANONICAL_FILES[kind]))).toBe(`canonical ${kind}`);
  });

  test('recognises nothing in a header that fits no source', () => {
    for (const headers of [[], ['a', 'b'], ['owner'], ['parcel', 'price', 'date', 'seller', 'buyer']])
      expect(recogniseLayout(headers)).toBeNull();
  });

  test.skipIf(!HAS_DATA)(
    'of every real file of a source',
    async () => {
      const hints = await Promise.all(
        [
          'philadelphia-pa/opa-properties.csv',
          'cambridge-ma/assessing-fy2022.csv',
          'lebanon-nh/assessor-sales.csv',
          'lebanon-nh/parcels.csv',
          'loudoun-va/sales-2023.xlsx',
          'richmond-va/flips.csv',
          'seattle-wa/sales-2010-2015.csv.gz',
        ].map(async (file) => [file.split('/')[0], await layoutHint(join(DATA, file), null)] as const),
      );
      for (const [source, hint] of hints) expect(hint).toContain(`"${source}"`);
      expect(await layoutHint(join(DATA, 'denver-co/real_property_sales_and_transfers.csv.gz'), null)).toBe('');
    },
    60_000,
  );
});

describe('the right source is suggested to an operator who chose a wrong one', () => {
  const write = async (name: string, headers: readonly string[]) => {
    const path = join(folder, name);
    await Bun.write(path, `${headers.map((header) => `"${header}"`).join(',')}\n`);
    return path;
  };
  const importAs = async (source: string, path: string) =>
    mapImport({
      source: await chooseSource({ kind: 'named', name: source }, [path]),
      files: [path],
      workDirectory: folder,
      asOf: '2025-01-01',
    });

  test('when the name of the file is not one of the source', async () => {
    const path = await write('assess-2022.csv', CAMBRIDGE);
    await expect(importAs('canonical', path)).rejects.toThrow(
      /canonical files are named.*did you mean the source "cambridge-ma"\?/,
    );
    await expect(importAs('lebanon-nh', path)).rejects.toThrow(/did you mean the source "cambridge-ma"\?/);
  });

  test('when the columns are not those of the source', async () => {
    const path = await write('assess-2023.csv', CAMBRIDGE);
    await expect(importAs('seattle-wa', path)).rejects.toThrow(
      /has no column "\w+".*did you mean the source "cambridge-ma"\?/,
    );
    const roll = await write('roll.csv', ['parcel_id', 'address', 'city', 'state', 'owner_name_1']);
    await expect(importAs('canonical', roll)).rejects.toThrow(
      /its columns are those of canonical properties; name it properties/,
    );
  });

  test('when the file lies in a zip, by the name that it has there', async () => {
    const path = join(folder, 'assess.zip');
    await Bun.write(path, zipSync({ 'Final/assess-2026.csv': strToU8(CAMBRIDGE.join(',')) }));
    await expect(importAs('seattle-wa', path)).rejects.toThrow(
      /the columns of assess-2026\.csv are those of cambridge-ma/,
    );
  });

  test('when a folder holds nothing of the source', async () => {
    await write('deeper/assess-2024.csv', CAMBRIDGE);
    await expect(importAs('canonical', join(folder, 'deeper'))).rejects.toThrow(
      /did you mean the source "cambridge-ma"\?/,
    );
  });

  test('when no source has that name', async () => {
    const path = await write('assess-2025.csv', CAMBRIDGE);
    await expect(importAs('cambrige', path)).rejects.toThrow(/did you mean "cambridge-ma"\?/);
    await expect(importAs('atlantis', path)).rejects.toThrow(
      /known: canonical, .*did you mean the source "cambridge-ma"\?/,
    );
    await expect(importAs('Canonical', path)).rejects.toThrow(/did you mean "canonical"\?/);
  });
});
