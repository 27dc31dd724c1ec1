import { existsSync } from 'node:fs';
import type { Geocode, ImportProgress, ImportReport, ImportRequest } from '@plat/pipeline';
import { builtInSources } from '@plat/pipeline/sources';
import { countsOf, datasetSentence } from '@plat/standalone/dataset-counts';
import type { HostEnvironment } from '@plat/standalone/environment';
import { MisuseError, PlainError } from '@plat/standalone/failures';
import { createOutput } from '@plat/standalone/output';
import { asOfOption, type HomeOptions, homeOption, jsonOption, parseShare, userPath } from '@plat/standalone/settings';
import { Command, Option } from 'commander';
import { textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

const DEFAULT_MAX_REJECTED_SHARE = 0.2;
/** Pelias gives 0.8 and more to a house; the middle of a street or town would put a property in the wrong place. */
const MIN_GEOCODE_CONFIDENCE = 0.8;

interface ImportOptions extends HomeOptions {
  dryRun: boolean;
  asOf?: string;
  maxRejected: number;
  acceptRejected: boolean;
  allowBlanking: boolean;
  geocode: boolean;
  metricsFile?: string;
}

/** `plat import` */
export const importCommand = (): Command =>
  new Command('import')
    .description('import public records into the dataset; what serves is replaced only when all of it is ready')
    .argument('<source>', '"canonical", the name of a source that comes with Plat, or a mapping file (.json)')
    .argument('<files...>', 'files or folders of that source')
    .option('--dry-run', 'read and check only; change nothing', false)
    .addOption(asOfOption())
    .addOption(
      new Option('--max-rejected <share>', 'fail when a larger share of the rows of a file is bad')
        .argParser(parseShare)
        .default(DEFAULT_MAX_REJECTED_SHARE),
    )
    .option(
      '--accept-rejected',
      'import a do-not-contact list without its bad rows; otherwise one bad row fails it',
      false,
    )
    .option('--allow-blanking', 'import also when more than 20 % of the filled cells of a column become empty', false)
    .option(
      '--geocode',
      'ask the geocoder of PLAT_GEOCODER_URL for missing coordinates; answers are kept in the home',
      false,
    )
    .addOption(
      new Option(
        '--metrics-file <path>',
        'write rows and seconds of each stage as Prometheus text, not of a dry run',
      ).env('PLAT_IMPORT_METRICS_FILE'),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .addHelpText('after', `\n${sourcesText()}`)
    .addHelpText(
      'after',
      `
Files and imports are joined: properties by parcel_id within the county, sales by parcel and document. Files of one
import fill each other's gaps. A later import replaces only the columns that it maps and keeps parcels that it lacks.`,
    )
    .action(async (source: string, files: string[], options: ImportOptions) => {
      const output = createOutput(options.json);
      const paths = files.map((file) => userPath(file));
      const missing = paths.find((path) => !existsSync(path));
      if (missing !== undefined) throw new PlainError(`There is no file or folder ${missing}.`, 'Check the path.');
      const [{ traceAsConfigured }, { checkSource, importMarket }, { createProgressDisplay }, stageTimes] =
        await Promise.all([
          import('@plat/kit'),
          import('@plat/pipeline'),
          import('@plat/standalone/progress'),
          import('../stage-times.ts'),
        ]);
      const { asOneTrace, checkMetricsFile, watchStages, writeStageMetrics } = stageTimes;
      const { metricsFile: named, dryRun } = options;
      // A dry run says nothing of the records that serve: after an import that failed, it would end the alert.
      const metricsFile = named === undefined || dryRun ? undefined : userPath(named);
      if (metricsFile !== undefined) checkMetricsFile(metricsFile);
      // A mistyped source must not leave a new home behind.
      await checkSource(sourceOf(source), paths);
      const progress = createProgressDisplay();
      const opening = { ...options, note: output.note, makesHome: true };
      const report = await withHome(opening, async ({ home, sql, environment }) => {
        const geocode = options.geocode ? await geocoderOf(environment) : undefined;
        const stages = watchStages();
        const endTracing = await traceAsConfigured();
        const onProgress = (step: ImportProgress) => {
          stages.onProgress(step);
          progress.show(step);
        };
        let hasSucceeded = false;
        try {
          const imported = await asOneTrace('import', () =>
            importMarket({
              home: home.path,
              sql,
              source: sourceOf(source),
              files: paths,
              asOf: options.asOf,
              dryRun,
              maxRejectedShare: options.maxRejected,
              acceptRejected: options.acceptRejected,
              allowBlanking: options.allowBlanking,
              geocode,
              geocoderName: geocode === undefined ? undefined : geocoderName(environment),
              onProgress,
            }),
          );
          hasSucceeded = true;
          return imported;
        } finally {
          progress.end();
          const ended = { times: stages.end(), endedMs: Date.now(), hasSucceeded };
          // What became of the import is the answer, also when nobody can be told how long it took.
          if (metricsFile !== undefined) {
            await writeStageMetrics(metricsFile, ended).catch(({ message }: Error) =>
              output.note(`The metrics file could not be written: ${message}`),
            );
          }
          await endTracing();
        }
      });
      output.answer(reportDocument(report), () => reportText(report, dryRun));
    });

/** The sources of `--help`. */
function sourcesText(): string {
  const own = { name: 'canonical', title: "files in Plat's own layout, docs/reference/canonical-files.md" };
  const sources = [own, ...builtInSources];
  const width = Math.max(...sources.map(({ name }) => name.length)) + 2;
  return ['Sources:', ...sources.map(({ name, title }) => `  ${name.padEnd(width)}${title}`)].join('\n');
}

const sourceOf = (text: string): ImportRequest['source'] => {
  if (text === 'canonical') return { kind: 'canonical' };
  if (text.endsWith('.json')) return { kind: 'file', path: userPath(text) };
  return { kind: 'named', name: text };
};

const reportDocument = ({ source, version, files, rejects, dataset }: ImportReport) => ({
  source,
  version,
  files: files.map(({ path, kind, read, kept, rejected }) => ({ path, kind, read, kept, rejected })),
  rejects: rejects.map(({ reason, count }) => ({ reason, count })),
  dataset: countsOf(dataset),
});

function reportText(report: ImportReport, isDryRun: boolean): string {
  const lines = [
    textTable(
      ['file', 'kind', 'rows read', 'kept', 'rejected'],
      report.files.map(({ path, kind, read, kept, rejected }) => [path, kind, read, kept, rejected]),
    ),
  ];
  if (report.rejects.length > 0) {
    lines.push(
      '',
      textTable(
        ['rejected because', 'rows'],
        report.rejects.map(({ reason, count }) => [reason, count]),
      ),
    );
  }
  if (report.reject_file !== null) {
    lines.push('', `Rejected rows and unreadable cells, with line and column: ${report.reject_file}`);
  }
  if (report.notes.length > 0) lines.push('', ...report.notes);
  if (!isDryRun) lines.push('', datasetSentence(countsOf(report.dataset)));
  return lines.join('\n');
}

/** Another URL, or another confidence, may give other coordinates. */
const geocoderName = ({ PLAT_GEOCODER_URL: url }: HostEnvironment): string =>
  `${url} confidence ${MIN_GEOCODE_CONFIDENCE}`;

/** The geocoder that the geo service asks, for addresses that it knows down to the house. */
async function geocoderOf(environment: HostEnvironment): Promise<Geocode> {
  const { PLAT_GEOCODER_URL: baseUrl, PLAT_GEOCODER_TIMEOUT_MS: timeoutMs } = environment;
  if (baseUrl === undefined) {
    throw new MisuseError('--geocode needs the address of a Pelias-compatible geocoder in PLAT_GEOCODER_URL.');
  }
  const { peliasGeocoder } = await import('@plat/geo/geocoder');
  const geocoder = peliasGeocoder({ baseUrl, timeoutMs });
  return async (address) => {
    const found = await geocoder.geocode(address);
    return found !== null && found.confidence >= MIN_GEOCODE_CONFIDENCE ? found : null;
  };
}
