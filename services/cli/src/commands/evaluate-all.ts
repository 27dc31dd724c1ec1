import { createOutput } from '@plat/standalone/output';
import { jsonOption, userPath } from '@plat/standalone/settings';
import { Command, Option } from 'commander';

interface EvaluateAllOptions {
  records: string;
  only?: string[];
  write?: string;
  json: boolean;
}

/** `plat evaluate --all`, also `plat evaluate all` */
export const evaluateAllCommand = (): Command =>
  new Command('all')
    .description('measure every figure of docs/reference/quality.md on labelled public records (also: --all)')
    .addOption(new Option('--all', 'stands for the name of this command').hideHelp())
    .addOption(
      new Option('--records <folder>', 'folder of the labelled public records')
        .env('PLAT_DATA_DIR')
        .makeOptionMandatory(),
    )
    .addOption(new Option('--only <measures>', 'some measures, with commas').argParser((text) => text.split(',')))
    .option('--write <page>', 'write the figures between the markers of measures in this page')
    .addOption(jsonOption())
    .action(async ({ records, only, write, json }: EvaluateAllOptions) => {
      const output = createOutput(json);
      const { evaluateAll, evaluatedDocument, evaluatedText } = await import('../evaluate/evaluate-all.ts');
      const page = write === undefined ? undefined : userPath(write);
      const evaluated = await evaluateAll({ records: userPath(records), only, page, note: output.note });
      output.answer(evaluatedDocument(evaluated), () => evaluatedText(evaluated));
    });
