import type { SuppressionKind } from '@plat/investors/operator';
import type { OwnList } from '@plat/investors/own-lists';
import { operatorName } from '@plat/standalone/operator-name';
import type { HomeOptions } from '@plat/standalone/settings';
import { withInvestors } from '../../with-investors.ts';
import { homeCommand } from '../home-command.ts';
import { entryDocument, entryText } from './entry.ts';
import { reasonOption, zipOption } from './options.ts';

interface AddOptions extends HomeOptions {
  list: OwnList;
  note?: string;
  zip?: string;
}

const addCommand = (kind: SuppressionKind, description: string, argument: [string, string]) =>
  homeCommand(kind, description, (command) => {
    command.argument(...argument).addOption(reasonOption());
    if (kind === 'person') command.addOption(zipOption());
    return command.option('--note <text>', 'note for readers of the list');
  }).action(async (text: string, options: AddOptions) => {
    const { addSuppression } = await import('@plat/investors/operator');
    await withInvestors(options, async ({ investors, output }) => {
      const { entry, added } = await addSuppression(
        investors,
        { kind, text, zip: options.zip ?? null },
        { list: options.list, note: options.note ?? null, createdBy: `operator:${operatorName()}` },
      );
      output.answer({ ...entryDocument(entry), added }, () =>
        added ? `Suppressed: ${entryText(entry)}.` : `Already suppressed: ${entryText(entry)}.`,
      );
    });
  });

export const suppressPhoneCommand = () =>
  addCommand('phone', 'withhold a phone number and, except for registries, all contacts of its owner', [
    '<number>',
    'ten digits, with or without +1 and punctuation',
  ]);
export const suppressEmailCommand = () =>
  addCommand('email', 'withhold all contacts of the owner of an e-mail address', [
    '<address>',
    'such as ruth@example.com',
  ]);
export const suppressPersonCommand = () =>
  addCommand('person', 'withhold all contacts of a person', [
    '<name>',
    '"First Last", "Last, First" or "FIRST LAST|ZIP"',
  ]);
