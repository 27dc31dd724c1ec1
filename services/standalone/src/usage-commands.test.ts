import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type CommandLines, type Ended, startCommandLines } from './command-lines.fixture.ts';

const SLOW_MS = 120_000;

let database: TestDatabase;
let commands: CommandLines;
beforeAll(async () => {
  database = await testDatabase();
  commands = startCommandLines(database.url);
}, SLOW_MS);
afterAll(async () => {
  await commands?.close();
  await database?.close();
});

const run = (...lines: string[][]) => Promise.all(lines.map((words) => commands.plat(...words)));

const documents = (ended: Ended[]) =>
  ended.map(({ exitCode, stdout }) => ({ exitCode, document: stdout === '' ? null : JSON.parse(stdout) }));

test(
  "a company's own searches are recorded, shown, verified and put right with commands alone",
  async () => {
    const record = (...more: string[]) => ['usage', 'record-search', '--company', 'Acme', ...more, '--json'];
    const [made, , key, ...recorded] = documents(
      await run(
        ['account', 'create', '--name', 'Acme', '--subscription', 'active', '--json'],
        ['account', 'limit', 'Acme', 'buyer_search', '--custom', '1', '--json'],
        ['key', 'create', '--kind', 'subscriber', '--name', 'Acme key', '--company', 'Acme', '--json'],
        record('--search-id', 's-1', '--property', '7', '--skiptraced'),
        record('--search-id', 's-1', '--property', '7', '--skiptraced'),
        record('--search-id', 's-2', '--property', '8', '--skiptraced'),
        record('--search-id', 's-3', '--property', '9'),
        record('--search-id', 's-4', '--location', '33.44841,-112.07404'),
        record('--search-id', 's-5', '--location', '33.44842,-112.07401'),
      ),
    );
    expect(made?.exitCode).toBe(0);
    expect(recorded.map(({ document }) => document.counted)).toEqual([true, true, true, false, true, false]);

    const show = async (...words: string[]) => {
      const [shown] = documents(await run(['usage', 'show', ...words, '--json']));
      const { endpoints } = shown!.document as { endpoints: { endpoint: string }[] };
      return Object.fromEntries(endpoints.map(({ endpoint, ...figures }) => [endpoint, figures]));
    };
    const pool = await show('--company', 'Acme');
    expect(pool).toEqual(await show('--key', key!.document.id));
    expect(pool.buyer_search).toEqual({ limit: 1, used: 2, reserved: 0, remaining: 0 });
    expect(pool.analytics_search).toEqual({ limit: 100, used: 1, reserved: 0, remaining: 99 });
    expect((await show('--company', 'Acme', '--month', '2020-01')).buyer_search).toMatchObject({ used: 0 });

    const [sound] = documents(await run(['usage', 'verify', '--json']));
    expect(sound).toEqual({
      exitCode: 0,
      document: { ok: true, events: 3, reservations: 0, counters: 2, differences: [], counted_but_open: [] },
    });
    await database.sql`update accounts.usage_counters set used = used + 5 where endpoint = 'buyer_search'`;
    const [found, told, rebuilt, again] = await run(
      ['usage', 'verify', '--json'],
      ['usage', 'verify'],
      ['usage', 'rebuild', '--json'],
      ['usage', 'verify', '--json'],
    );
    const difference = { endpoint: 'buyer_search', figure: 'used', counter: 7, ledger: 2 };
    expect(found?.exitCode).toBe(1);
    expect(JSON.parse(found!.stdout)).toMatchObject({ ok: false, differences: [difference] });
    expect(told).toMatchObject({ exitCode: 1, stderr: '' });
    expect(told?.stdout).toMatch(/buyer_search +\d{4}-\d{2} +used +7 +2/);
    expect(JSON.parse(rebuilt!.stdout)).toMatchObject({ corrected: [difference] });
    expect(again?.exitCode).toBe(0);
  },
  SLOW_MS,
);

test(
  'what an end user of an enterprise key used is shown for that user',
  async () => {
    const [made] = documents(
      await run(['key', 'create', '--kind', 'enterprise', '--name', 'CRM', '--company', 'Other', '--json']),
    );
    const id: string = made!.document.id;
    await run(['user', 'create', 'agent-1', '--key', id]);
    const [shown, nobody, unsaid] = await run(
      ['usage', 'show', '--key', id, '--user', 'agent-1'],
      ['usage', 'show', '--key', id, '--user', 'agent-2'],
      ['usage', 'show', '--key', id],
    );
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown?.stdout).toMatch(/buyer_search +0 +0 +0 +0/);
    expect(nobody).toMatchObject({ exitCode: 1, stdout: '', stderr: 'There is no user agent-2.\n' });
    expect(unsaid).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unsaid?.stderr).toContain('user is required');
  },
  SLOW_MS,
);

test(
  'a wrong call says what is missing, with exit status 2',
  async () => {
    const search = ['usage', 'record-search', '--company', 'Acme', '--search-id', 's'];
    const ended = await run(
      ['usage', 'show'],
      ['usage', 'show', '--company', 'a', '--key', 'b'],
      ['usage', 'show', '--company', 'a', '--user', 'b'],
      ['usage', 'show', '--company', 'a', '--month', '2026-13'],
      search,
      [...search, '--location', '91,0'],
      ['usage', 'record-search', '--company', 'Acme', '--property', '1'],
      [...search, '--property', '1', '--at', 'yesterday'],
      [...search, '--property', '1', '--at', '2026-01-31'],
      [...search, '--property', '1', '--at', '2026-01-31T12:00:00'],
      [...search, '--property', '1', '--at', '2026-02-30T12:00:00Z'],
      [...search, '--property', ''],
      [...search, '--property', 'two words'],
      ['usage', 'record-search', '--company', 'Acme', '--search-id', '', '--property', '1'],
      ['usage', 'show', '--company', 'Acme', '--month', '0000-01'],
    );
    expect(ended.map(({ exitCode, stdout }) => `${exitCode}${stdout}`)).toEqual(ended.map(() => '2'));
    expect(ended.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'Give either --company or --key',
      'Give either --company or --key',
      '--user needs --key',
      expect.stringContaining('a month such as 2026-01'),
      'Give either --property or --location',
      expect.stringContaining('latitude and longitude in degrees'),
      expect.stringContaining("'--search-id <id>' not specified"),
      ...Array(4).fill(expect.stringContaining('searched_at must be an ISO 8601 instant in UTC')),
      ...Array(2).fill(expect.stringContaining('It must be 1 to 100 printable ASCII characters without spaces')),
      expect.stringContaining('It must not be empty'),
      expect.stringContaining('a month such as 2026-01'),
    ]);
  },
  SLOW_MS,
);
