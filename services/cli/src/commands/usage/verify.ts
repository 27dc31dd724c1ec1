import type { UsageDifference } from '@plat/accounts/operator';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

const SHOWN_MAX = 50;

export const verifyUsageCommand = () =>
  homeCommand('verify', 'compare all counters with the ledger; exit status 1 if they differ', (command) => command)
    // All options belong to every command on a home.
    .action(async (options) => {
      await withAccounts(options, async ({ accounts, output }) => {
        const { differences, countedButOpen, ...compared } = await accounts.ledger.verify();
        const isSound = differences.length === 0 && countedButOpen.length === 0;
        if (!isSound) process.exitCode = 1;
        output.answer(
          {
            ok: isSound,
            ...compared,
            differences: differences.map(differenceDocument),
            counted_but_open: countedButOpen,
          },
          () =>
            isSound
              ? `All ${compared.counters} counters match the ledger (${compared.events} events, ${compared.reservations} open).`
              : [
                  `${differences.length} figures differ from the ledger, ${countedButOpen.length} counted requests are still open.`,
                  ...(differences.length === 0 ? [] : [differenceTable(differences)]),
                  '`plat usage rebuild` corrects them.',
                ].join('\n\n'),
        );
      });
    });

export const rebuildUsageCommand = () =>
  homeCommand('rebuild', 'rebuild all counters from the ledger; a running Plat waits meanwhile', (command) => command)
    // All options belong to every command on a home.
    .action(async (options) => {
      await withAccounts(options, async ({ accounts, output }) => {
        const corrected = await accounts.ledger.rebuild();
        output.answer({ corrected: corrected.map(differenceDocument) }, () =>
          corrected.length === 0
            ? 'All counters matched the ledger.'
            : `Corrected ${corrected.length} figures.\n\n${differenceTable(corrected)}`,
        );
      });
    });

const differenceDocument = ({ ownerId, endpoint, month, figure, is, shouldBe }: UsageDifference) => ({
  owner_id: ownerId,
  endpoint,
  month,
  figure,
  counter: is,
  ledger: shouldBe,
});

const differenceTable = (differences: readonly UsageDifference[]): string => {
  const table = textTable(
    ['owner', 'endpoint', 'month', 'figure', 'counter', 'ledger'],
    differences
      .slice(0, SHOWN_MAX)
      .map(({ ownerId, endpoint, month, figure, is, shouldBe }) => [
        ...[ownerId, endpoint, month.slice(0, 7), figure, is, shouldBe],
      ]),
  );
  const more = differences.length - SHOWN_MAX;
  return more > 0 ? `${table}\n... and ${more} more; --json lists them all` : table;
};
