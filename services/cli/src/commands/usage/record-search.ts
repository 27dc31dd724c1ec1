import { UsageSubject } from '@plat/contracts';
import { MisuseError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import { InvalidArgumentError, Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

interface RecordOptions extends HomeOptions {
  company: string;
  searchId: string;
  property?: string;
  location?: { latitude: number; longitude: number };
  skiptraced: boolean;
  at?: string;
}

export const recordSearchCommand = () =>
  homeCommand(
    'record-search',
    "count a search of a company's own application in the pool shared with the API",
    (command) =>
      command
        .requiredOption('--company <name or id>', 'company that searched')
        .requiredOption('--search-id <id>', 'id in the application; a repeated id counts once', parseSearchId)
        .option('--property <id>', 'searched property, for a buyer search', parseProperty)
        .addOption(
          new Option('--location <latitude,longitude>', 'searched point, for an analytics search').argParser(
            parseLocation,
          ),
        )
        .option('--skiptraced', 'contacts were looked up: the property counts, and is free from then on', false)
        .option('--at <instant>', 'ISO 8601 in UTC (default: now)'),
  ).action(async (options: RecordOptions) => {
    const { findCompany, recordApplicationSearch } = await import('@plat/accounts/operator');
    const thing = await thingOf(options);
    await withAccounts(options, async ({ accounts, output }) => {
      const company = await findCompany(accounts, options.company);
      const { counted } = await recordApplicationSearch(accounts, {
        search_id: options.searchId,
        company_id: company.id,
        counted_thing: thing,
        skiptraced: options.skiptraced,
        searched_at: options.at ?? new Date(accounts.clock.nowMs()).toISOString(),
      });
      output.answer({ counted }, () =>
        counted
          ? 'The search is counted.'
          : 'The search was not counted: it was counted before, or no contacts were looked up.',
      );
    });
  });

async function thingOf({ property, location }: RecordOptions): Promise<UsageSubject> {
  if ((property === undefined) === (location === undefined)) {
    throw new MisuseError('Give either --property or --location');
  }
  if (location === undefined) return { kind: 'property', value: property! };
  const { countedLocation } = await import('@plat/gateway');
  return countedLocation(location);
}

function parseSearchId(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

function parseProperty(text: string): string {
  if (new RegExp(UsageSubject.properties.value.pattern!).test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 100 printable ASCII characters without spaces.');
}

function parseLocation(text: string): { latitude: number; longitude: number } {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new InvalidArgumentError('It must be latitude and longitude in degrees, such as 33.4484,-112.0740.');
}
