import { expect, test } from 'bun:test';
import { commands, SLOW_MS, useCommands } from './commands-under-test.fixture.ts';

useCommands();

/** Runs several `plat suppress` command lines. */
const suppress = (...lines: string[][]) => Promise.all(lines.map((words) => commands.plat('suppress', ...words)));

test(
  'an operator adds, lists and removes opt-outs in any spelling',
  async () => {
    const [phone, again, person, email, listed, removed, gone, left] = await suppress(
      ['phone', '+1 (602) 555-0142', '--note', 'asked by mail', '--json'],
      ['phone', '602.555.0142', '--json'],
      ['person', 'Ashbrook, Ruth Ann', '--zip', '85003-1234', '--list', 'deletion', '--json'],
      ['email', 'Ruth@Example.com'],
      ['list', '--json'],
      ['remove', 'person', 'ruth ann ashbrook', '--zip', '85003', '--json'],
      ['remove', 'person', 'ruth ann ashbrook', '--zip', '85003', '--json'],
      ['list', '--kind', 'person', '--json'],
    );
    expect(JSON.parse(phone!.stdout)).toMatchObject({
      kind: 'phone',
      value: '6025550142',
      list: 'opt_out',
      note: 'asked by mail',
      added: true,
      created_by: expect.stringMatching(/^operator:/),
    });
    expect(JSON.parse(again!.stdout).added).toBe(false);
    expect(JSON.parse(person!.stdout)).toMatchObject({ value: 'RUTH ANN ASHBROOK|85003', list: 'deletion' });
    expect(email!.stdout).toBe('Suppressed: email ruth@example.com on opt_out.\n');
    const values = JSON.parse(listed!.stdout).entries.map(({ value }: { value: string }) => value);
    expect(values).toEqual(['ruth@example.com', 'RUTH ANN ASHBROOK|85003', '6025550142']);
    expect(JSON.parse(removed!.stdout).removed).toHaveLength(1);
    expect(gone).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('There is no such entry') });
    expect(JSON.parse(left!.stdout)).toEqual({ entries: [] });
  },
  SLOW_MS,
);

test.each([
  [['phone', '555-0142'], 'ten digits'],
  [['email', 'ruth'], 'e-mail address'],
  [['person', 'Ruth'], 'first and a last name'],
  [['person', 'Ruth Ashbrook', '--zip', '8500'], 'five digits'],
  [['phone', '6025550142', '--list', 'somebody_elses'], 'Allowed choices'],
])(
  'plat suppress %p is an incorrect call and says why',
  async (words, problem) => {
    const [ended] = await suppress([...words, '--json']);
    expect(ended?.exitCode).toBe(2);
    expect(JSON.parse(ended!.stdout).error).toContain(problem);
  },
  SLOW_MS,
);
