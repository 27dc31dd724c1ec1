import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { commands, folder, run, SLOW_MS, useCommands } from './commands-under-test.fixture.ts';

useCommands();

const runJson = async (...words: string[]) => {
  const ended = await run([...words, '--json']);
  return { ...ended, document: JSON.parse(ended.stdout) };
};

describe('a command other than start and import on a mistyped home', () => {
  const LINES = [
    ['key', 'list'],
    ['market', 'status'],
    ['market', 'rebuild'],
    ['market', 'sample'],
    ['token', 'geo'],
  ];
  test.each(LINES)(
    'reports the missing home and creates nothing: %s %s',
    async (...words) => {
      const mistyped = join(folder, 'mistyped');
      const { exitCode, stderr } = await run([...words, '--home', mistyped], { DATABASE_URL: undefined });
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('There is no home in'),
      });
      expect(stderr).toContain(mistyped);
      expect(existsSync(mistyped)).toBe(false);
    },
    SLOW_MS,
  );

  test('leaves a folder that is not a home unchanged', async () => {
    const other = join(folder, 'documents');
    mkdirSync(other);
    const { exitCode, stderr } = await run(['key', 'list', '--home', other], { DATABASE_URL: undefined });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('There is no home in') });
    expect(readdirSync(other)).toEqual([]);
  });

  test('creates no home on a database server either, where most commands need none', async () => {
    const mistyped = join(folder, 'mistyped-on-a-server');
    expect(await run(['key', 'list', '--home', mistyped])).toMatchObject({ exitCode: 0 });
    expect(await run(['market', 'rebuild', '--home', mistyped])).toMatchObject({ exitCode: 1 });
    expect(existsSync(mistyped)).toBe(false);
  });
});

describe('an incorrect call exits with 2 and explains the correct one', () => {
  test.each([
    [[], 'Usage: plat'],
    [['fly'], "unknown command 'fly'"],
    [['start', '--port', '99999'], 'whole number from 0 to 65535'],
    [['start', '--market', 'real'], 'Allowed choices are sample, none'],
    [['start', '--as-of', '2026-02-30'], 'calendar day'],
    [['start', '--wrong'], "unknown option '--wrong'"],
    [['import'], "missing required argument 'source'"],
    [['import', 'canonical'], "missing required argument 'files'"],
    [['import', 'canonical', '.', '--max-rejected', '2'], 'share from 0 to 1'],
    [['import', 'canonical', '.', '--geocode'], 'PLAT_GEOCODER_URL'],
    [['key', 'create', '--name', 'X'], "required option '--kind <kind>'"],
    [['key', 'create', '--kind', 'root', '--name', 'X'], 'Allowed choices are subscriber, enterprise'],
    [['key', 'create', '--kind', 'subscriber', '--name', ' '], 'name must not be empty'],
    [['key', 'create', '--kind', 'enterprise', '--name', 'X', '--endpoints', 'buyer_search,all'], 'endpoints must be'],
    [['key', 'create', '--kind', 'enterprise', '--name', 'X', '--rate-limit', '0'], 'whole number from 1'],
    [['key', 'revoke'], "missing required argument 'key'"],
    [['market'], 'Usage: plat market'],
  ])('plat %p', async (words, expected) => {
    const { exitCode, stdout, stderr } = await commands.plat(...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain('    at ');
  });

  test('reports the reason in the document with --json', async () => {
    const { exitCode, document } = await runJson('start', '--port', 'x');
    expect(exitCode).toBe(2);
    expect(document.error).toContain('whole number');
  });

  test('an environment variable is checked like its flag', async () => {
    const { exitCode, stderr } = await run(['start'], { PLAT_AS_OF: 'yesterday' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('PLAT_AS_OF');
  });
});

describe('failures are plain sentences with exit status 1', () => {
  const failing = async (words: string[], env: Record<string, string> = {}): Promise<string> => {
    const { exitCode, stdout, stderr } = await run(words, env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).not.toContain('    at ');
    return stderr;
  };

  test('a missing file', async () => {
    expect(await failing(['import', 'canonical', 'nowhere'])).toContain(`no file or folder ${join(folder, 'nowhere')}`);
    expect(await failing(['import', 'canonical', '.', '--metrics-file', 'nowhere/plat.prom'])).toContain(
      `The metrics file ${join(folder, 'nowhere', 'plat.prom')} cannot be written`,
    );
  });

  test('an unknown source, with a list of known ones', async () => {
    const sentence = await failing(['import', 'atlantis', '.']);
    expect(sentence).toContain('"atlantis"');
    expect(sentence).toContain('philadelphia-pa');
    expect(await failing(['import', 'philadelphia', '.'])).toContain('did you mean "philadelphia-pa"?');
  });

  test('an unavailable database, without its password', async () => {
    const sentence = await failing(['key', 'list'], { DATABASE_URL: 'postgres://plat:hunter2@127.0.0.1:1/plat' });
    expect(sentence).toContain('The database does not answer. Check DATABASE_URL');
    expect(sentence).not.toContain('hunter2');
  });

  test('a home that is a file', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await failing(['key', 'list', '--home', file])).toContain('is not a folder');
  });

  test.skipIf(process.getuid?.() === 0)('an unwritable home', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect(await failing(['key', 'list', '--home', closed])).toContain('is not writable');
  });

  test('an occupied port, before any preparation', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const untouched = join(folder, 'untouched');
    const sentence = await failing(['start', '--port', String(port), '--home', untouched]);
    expect(sentence).toContain(`Port ${port} on 127.0.0.1 is already in use. Choose another one with --port.`);
    expect(existsSync(untouched)).toBe(false);
    taken.close();
  });

  test('a damaged internal secret', async () => {
    const damaged = join(folder, 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'internal-secret'), 'short');
    expect(await failing(['start', '--port', '0', '--home', damaged])).toContain(
      'internal-secret is damaged. Delete it',
    );
  });

  test('an unknown key', async () => {
    expect(await failing(['key', 'revoke', 'plat_sub_nobody'])).toContain('There is no key plat_sub_nobody.');
  });

  test('no version to roll back to', async () => {
    expect(await failing(['market', 'rollback'])).toContain('no earlier version');
  });
});

describe('import', () => {
  const PROPERTIES = `parcel_id,address,city,state,zip,latitude,longitude,property_type,living_square_feet,year_built
P-1,101 Example St,Lebanon,NH,03766,43.64,-72.25,SFR,1400,1950
P-2,102 Example St,Lebanon,NH,03766,43.641,-72.251,SFR,1500,1960
,103 Example St,Lebanon,NH,03766,43.641,-72.251,SFR,1500,1960
`;
  const TRANSFERS = `parcel_id,document_id,sale_date,price,grantor,grantee,deed_type
P-1,D-1,2025-03-01,150000,DOE JANE,EXAMPLE HOMES LLC,WARRANTY
P-1,D-2,2025-09-01,260000,EXAMPLE HOMES LLC,ROE RICHARD,WARRANTY
P-2,D-3,not a date,1000,DOE JANE,ROE RICHARD,WARRANTY
`;
  let county: string;
  beforeAll(() => {
    county = join(folder, 'county');
    mkdirSync(county);
    writeFileSync(join(county, 'properties.csv'), PROPERTIES);
    writeFileSync(join(county, 'transfers.csv'), TRANSFERS);
  });
  const ending = async (...words: string[]) => {
    const ended = await commands.plat(...words, '--json');
    return { ...ended, document: JSON.parse(ended.stdout) };
  };
  const importing = (...flags: string[]) =>
    ending('import', 'canonical', 'county', '--as-of', '2026-01-31', '--max-rejected', '50%', ...flags);

  test('counts and changes nothing in a dry run', async () => {
    const { exitCode, document } = await importing('--dry-run');
    expect(exitCode).toBe(0);
    expect(document.version).toBe(0);
    expect(
      document.files.map(({ kind, read, kept, rejected }: Record<string, unknown>) => [kind, read, kept, rejected]),
    ).toEqual([
      ['properties', 3, 2, 1],
      ['transfers', 3, 2, 1],
    ]);
    expect((await ending('market', 'status')).document).toMatchObject({ version: 0, regions: [] });
  });

  test('prints the documented document, and the same files again change nothing', async () => {
    const { exitCode, document } = await importing();
    expect(exitCode).toBe(0);
    expect(Object.keys(document)).toEqual(['source', 'version', 'files', 'rejects', 'dataset']);
    expect(document).toMatchObject({ source: 'canonical', version: 1, dataset: { properties: 2, sales: 2, flips: 1 } });
    expect(document.rejects.length).toBeGreaterThan(0);
    expect((await importing()).document.version).toBe(1);
  });

  test('can be inspected and undone', async () => {
    const { document } = await ending('market', 'versions');
    expect(document.versions).toHaveLength(1);
    const status = await commands.plat('market', 'status');
    expect(status.stdout).toContain('Dataset version 1: 2 properties');
    writeFileSync(
      join(county, 'properties.csv'),
      `${PROPERTIES}P-4,104 Example St,Lebanon,NH,03766,43.642,-72.252,SFR,900,1940\n`,
    );
    expect((await importing()).document.dataset.properties).toBe(3);
    const back = await ending('market', 'rollback');
    expect(back.document).toMatchObject({ version: 3, dataset: { properties: 2 } });
  });

  test('fails and changes nothing above the allowed share of rejected rows', async () => {
    writeFileSync(join(county, 'properties.csv'), PROPERTIES.replaceAll(/^P-\d/gm, ''));
    const { exitCode, document } = await importing();
    expect(exitCode).toBe(1);
    expect(document.error).toMatch(/share|rejected|bad/);
    expect((await ending('market', 'status')).document.version).toBe(3);
  });

  test('fails for one bad row of a do-not-contact list, unless the operator allows it', async () => {
    writeFileSync(
      join(folder, 'suppressions.csv'),
      `kind,value\n${Array.from({ length: 9 }, (_, at) => `phone,602555010${at}\n`).join('')}phone,12\n`,
    );
    const refused = await ending('import', 'canonical', 'suppressions.csv', '--dry-run');
    expect(refused.exitCode).toBe(1);
    expect(refused.document.error).toContain('1 of 10 rows');
    expect(refused.document.error).toContain('--accept-rejected');
    const accepted = await ending('import', 'canonical', 'suppressions.csv', '--dry-run', '--accept-rejected');
    expect(accepted.document.files).toMatchObject([{ kind: 'suppressions', read: 10, kept: 9, rejected: 1 }]);
  });

  test('reports its outcome in metrics, also when the database is unavailable; a dry run reports none', async () => {
    const file = join(folder, 'plat.prom');
    const words = ['import', 'canonical', 'county', '--metrics-file', file];
    const away = await run(words, { DATABASE_URL: 'postgres://plat:plat@127.0.0.1:1/plat' });
    expect(away.exitCode).toBe(1);
    expect(readFileSync(file, 'utf8')).toContain('plat_import_succeeded 0\n');
    writeFileSync(join(county, 'properties.csv'), PROPERTIES);
    expect((await importing('--dry-run', '--metrics-file', file)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('plat_import_succeeded 0\n');
    expect((await importing('--metrics-file', file)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('plat_import_succeeded 1\n');
  });
});
