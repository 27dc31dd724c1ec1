import { Command } from 'commander';
import { evaluateLinkingCommand } from './evaluate-linking.ts';
import { evaluateMatchingCommand } from './evaluate-matching.ts';
import { evaluateValuationCommand } from './evaluate-valuation.ts';

/** `plat evaluate`: each measurement is a command of its own file, added here. */
export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('measure how good the answers are, and keep the figures for GET /v1/accuracy')
    .addCommand(evaluateLinkingCommand())
    .addCommand(evaluateMatchingCommand())
    .addCommand(evaluateValuationCommand());
