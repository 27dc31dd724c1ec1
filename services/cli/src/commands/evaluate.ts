import { Command } from 'commander';
import { evaluateLinkingCommand } from './evaluate-linking.ts';
import { evaluateMatchingCommand } from './evaluate-matching.ts';
import { evaluateValuationCommand } from './evaluate-valuation.ts';

/** `plat evaluate`: each measurement is a command in its own file. */
export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('measure the quality of answers and store the figures for GET /v1/accuracy')
    .addCommand(evaluateLinkingCommand())
    .addCommand(evaluateMatchingCommand())
    .addCommand(evaluateValuationCommand());
