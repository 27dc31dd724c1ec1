import { createOutput } from '@plat/standalone/output';
import type { ServeOptions } from '@plat/standalone/serve';
import { asOfOption, homeOption, jsonOption, parseWhole } from '@plat/standalone/settings';
import { Command, Option } from 'commander';

const DEFAULT_PORT = 8080;
const LOOPBACK = '127.0.0.1';
const MAX_SAMPLE_PARCELS = 10_000_000;

/** `plat start` */
export const startCommand = (): Command =>
  new Command('start')
    .description('serve all services in one process until stopped')
    .addOption(
      new Option('--port <port>', 'port to listen on, 0 for any free one')
        .env('PLAT_PORT')
        .default(DEFAULT_PORT)
        .argParser(parseWhole(0, 65_535)),
    )
    .addOption(new Option('--host <address>', 'address to listen on').env('PLAT_HOST').default(LOOPBACK))
    .addOption(homeOption())
    .addOption(
      new Option('--market <market>', 'sample: also generate the sample market for test keys; none: do not')
        .env('PLAT_MARKET')
        .choices(['sample', 'none'])
        .default('sample'),
    )
    .addOption(asOfOption())
    .addOption(
      new Option('--sample-parcels <count>', 'number of parcels in the sample market (default: 60000)')
        .env('PLAT_SAMPLE_PARCELS')
        .argParser(parseWhole(1, MAX_SAMPLE_PARCELS)),
    )
    .addOption(jsonOption())
    .action(async (options: ServeOptions) => {
      const { serve } = await import('@plat/standalone/serve');
      const doctor = async (home: string) => (await import('../doctor/run-doctor.ts')).runDoctor(home, process.env);
      await serve({ ...options, doctor }, createOutput(options.json));
    });
