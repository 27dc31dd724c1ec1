import { Command } from 'commander';
import { evaluateAllCommand } from './evaluate-all.ts';
import { evaluateLinkingCommand } from './evaluate-linking.ts';
import { evaluateMatchingCommand } from './evaluate-matching.ts';
import { evaluateValuationCommand } from './evaluate-valuation.ts';

/** `plat evaluate`: each measurement is a command in its own file. `all` measures public records, the others the home. */
export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('measure the quality of answers and store the figures of the home for GET /v1/accuracy')
    .addCommand(evaluateAllCommand(), { isDefault: true })
    .addCommand(evaluateLinkingCommand())
    .addCommand(evaluateMatchingCommand())
    .addCommand(evaluateValuationCommand());
