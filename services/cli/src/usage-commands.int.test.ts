import { expect, test } from 'bun:test';
import { openOperatorAccounts } from '@plat/accounts/deps';
import { createMemoryKeyEpochs } from '@plat/limits';
import type { Ended } from './command-lines.fixture.ts';
import { commands, database, SLOW_MS, useCommands } from './commands-under-test.fixture.ts';

useCommands();

const run = (...lines: string[][]) => Promise.all(lines.map((words) => commands.plat(...words)));

const documents = (ended: Ended[]) =>
  ended.map(({ exitCode, stdout }) => ({ exitCode, document: stdout === '' ? null : JSON.parse(stdout) }));

test(
  "records, shows, verifies and corrects a company's own searches with commands alone",
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
    const ofKey = await show('--key', key!.document.id);
    expect(ofKey.buyer_search).toEqual({ limit: 1, used: 2, reserved: 0, remaining: 0 });
    expect(ofKey.analytics_search).toEqual({ limit: 100, used: 1, reserved: 0, remaining: 99 });
    expect(pool.buyer_search).toEqual({ ...ofKey.buyer_search!, used_in_pool: 2 });
    expect(pool.analytics_search).toEqual({ ...ofKey.analytics_search!, used_in_pool: 1 });
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

/** Counts buyer searches of an end user, like a running Plat. */
async function countSearches(keyId: string, userId: string, count: number): Promise<void> {
  const { ledger, close } = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
  const nowMs = Date.now();
  const reservations = Array.from({ length: count }, () => ({
    reservation_id: crypto.randomUUID(),
    expires_at: new Date(nowMs + 60_000).toISOString(),
    key_id: keyId,
    user_id: userId,
    endpoint: 'buyer_search' as const,
    counted_thing: null,
  }));
  const answers = await ledger.reserve(reservations, nowMs);
  expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => 'granted'));
  await ledger.commit(
    reservations.map(({ reservation_id: reservationId }) => ({ reservationId, skiptraced: true })),
    nowMs,
  );
  await close();
}

test(
  'shows usage of an enterprise key for one end user, for all, and for the company',
  async () => {
    const { platJson } = commands;
    await platJson('plan', 'create', 'plan_crm', '--name', 'CRM', '--buyer-search', '5');
    const { id } = await platJson(
      ...['key', 'create', '--kind', 'enterprise', '--name', 'CRM', '--company', 'Other', '--plan', 'plan_crm'],
    );
    for (const user of ['agent-1', 'agent-2']) {
      await platJson('user', 'create', user, '--key', id);
      await platJson('user', 'subscribe', user, 'plan_crm', '--key', id);
    }
    await countSearches(id, 'agent-1', 2);
    await countSearches(id, 'agent-2', 1);
    await platJson('user', 'deactivate', 'agent-1', '--key', id);
    await platJson('key', 'revoke', id);
    const ofUser = await platJson('usage', 'show', '--key', id, '--user', 'agent-2');
    const ofKey = await platJson('usage', 'show', '--key', id);
    const ofCompany = await platJson('usage', 'show', '--company', 'Other');
    const buyers = ({ endpoints }: { endpoints: { endpoint: string }[] }) =>
      endpoints.find(({ endpoint }) => endpoint === 'buyer_search');
    expect(buyers(ofUser)).toMatchObject({ limit: 5, used: 1, remaining: 4 });
    expect(buyers(ofKey)).toMatchObject({ limit: null, used: 3, remaining: null });
    expect(buyers(ofCompany)).toMatchObject({ used: 3, used_in_pool: 0 });
    const [text, nobody] = await run(
      ['usage', 'show', '--key', id],
      ['usage', 'show', '--key', id, '--user', 'agent-9'],
    );
    expect(text?.stdout).toMatch(/buyer_search +- +3 +0 +-/);
    expect(text?.stdout).toContain('The sum over all end users of the key.');
    expect(nobody).toMatchObject({ exitCode: 1, stdout: '', stderr: 'There is no user agent-9.\n' });
  },
  SLOW_MS,
);

test(
  'bills revoked keys and deactivated users, as a table, JSON and CSV',
  async () => {
    const month = new Date().toISOString().slice(0, 7);
    const report = (...words: string[]) => commands.platJson('usage', 'report', '--month', month, ...words);
    const users = await report('--by', 'user', '--company', 'Other');
    expect(users).toMatchObject({
      month,
      by: ['user'],
      rows: [
        { month, company: 'Other', user_id: 'agent-1', calls_counted: 2, calls_not_counted: 0 },
        { month, company: 'Other', user_id: 'agent-2', calls_counted: 1, calls_not_counted: 0 },
      ],
    });
    expect(Object.keys(users.rows[0])).toEqual(users.columns);
    const all = await report();
    expect(all.rows).toEqual([
      { month, company: 'Acme', calls_counted: 3, calls_not_counted: 0 },
      { month, company: 'Other', calls_counted: 3, calls_not_counted: 0 },
    ]);
    const applications = await report('--by', 'key', '--company', 'Acme');
    expect(applications.rows).toEqual([
      { month, company: 'Acme', key_id: 'application', calls_counted: 3, calls_not_counted: 0 },
    ]);
    const [csv, table, nothing, both, unknown] = await run(
      ['usage', 'report', '--by', 'company,endpoint', '--csv'],
      ['usage', 'report', '--by', 'endpoint'],
      ['usage', 'report', '--month', '2020-01'],
      ['usage', 'report', '--csv', '--json'],
      ['usage', 'report', '--by', 'colour'],
    );
    expect(csv?.stdout).toBe(
      [
        'month,company,endpoint,calls_counted,calls_not_counted',
        `${month},Acme,analytics_search,1,0`,
        `${month},Acme,buyer_search,2,0`,
        `${month},Other,buyer_search,3,0`,
        '',
      ].join('\n'),
    );
    expect(table?.stdout).toMatch(new RegExp(`${month} +buyer_search +5 +0\n`));
    expect(nothing?.stdout).toBe('There were no calls in 2020-01 (UTC).\n');
    expect(both).toMatchObject({ exitCode: 2, stderr: 'Give either --csv or --json\n' });
    expect(unknown).toMatchObject({ exitCode: 2 });
    expect(unknown?.stderr).toContain('It must be of company, key, user, endpoint');
  },
  SLOW_MS,
);

test(
  'a new plan reports what it does not cover',
  async () => {
    const made = await commands.platJson('plan', 'create', 'plan_some', '--name', 'Some', '--buyer-search', '5');
    expect(made.not_covered).toEqual([
      ...['autocomplete', 'analytics_search', 'analytics_summary', 'investor_comps', 'retail_comps', 'linked_deals'],
    ]);
    const [none, whole] = await run(
      ['plan', 'create', 'plan_none', '--name', 'None'],
      [
        ...['plan', 'create', 'plan_whole', '--name', 'Whole', '--autocomplete', '1', '--analytics-search', '1'],
        ...['--buyer-search', '1', '--investor-comps', '1', '--retail-comps', '1', '--linked-deals', '1'],
      ],
    );
    expect(none?.stdout).toContain(
      'It does not cover: autocomplete, analytics_search, analytics_summary, buyer_search',
    );
    expect(none?.stdout).toContain('plat plan change plan_none --autocomplete 100');
    expect(whole?.stdout).toBe('Created the plan plan_whole.\n');
  },
  SLOW_MS,
);

test(
  'an incorrect call names the missing option, with exit status 2',
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
