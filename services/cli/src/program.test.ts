import { describe, expect, test } from 'bun:test';
import type { Command } from 'commander';
import { createProgram } from './program.ts';

/** All runnable commands with their words. */
function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  const own = [...words, command.name()];
  return command.commands.length === 0
    ? [[own.join(' '), command]]
    : command.commands.flatMap((below) => leaves(below, own));
}

const commands = leaves(createProgram());

describe('every command has a description', () => {
  test.each(commands)('%s', (words, command) => {
    const help = command.helpInformation();
    expect(help).toStartWith(`Usage: ${words} `);
    expect(command.description()).not.toBe('');
    for (const option of command.options) expect([option.long, option.description]).not.toEqual([option.long, '']);
    for (const argument of command.registeredArguments) {
      expect([argument.name(), argument.description]).not.toEqual([argument.name(), '']);
    }
    expect(command.options.map(({ long }) => long)).toContain('--json');
  });

  test('names are unique within a group', () => {
    const names = commands.map(([words]) => words);
    expect(new Set(names).size).toBe(names.length);
  });
});
