import { describe, expect, test } from 'bun:test';
import { commands, run, useCommands } from './commands-under-test.fixture.ts';

useCommands();

describe('help', () => {
  test.each([
    [[]],
    [['start']],
    [['import']],
    [['market']],
    [['market', 'status']],
    [['market', 'versions']],
    [['market', 'rollback']],
    [['key']],
    [['key', 'create']],
    [['key', 'list']],
    [['key', 'revoke']],
  ])('plat %p --help', async (words) => {
    const { exitCode, stdout, stderr } = await commands.plat(...words, '--help');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toStartWith(`Usage: ${['plat', ...words].join(' ')} `);
  });

  test('lists every source with its title for import', async () => {
    const { stdout } = await commands.plat('import', '--help');
    for (const name of ['canonical', 'philadelphia-pa', 'loudoun-va', 'north-carolina'])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(stdout).toContain('Cambridge, MA: assessing data of fiscal year 2022');
  });

  test('exits with 0, an incorrect call with 2', async () => {
    expect(await run(['--help'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run(['fly'])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
