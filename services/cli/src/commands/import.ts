import { existsSync } from 'node:fs';
import type { Geocode, ImportProgress, ImportReport, ImportRequest } from '@plat/pipeline';
import { builtInSources } from '@plat/pipeline/sources';
import { countsOf, datasetSentence } from '@plat/standalone/dataset-counts';
import type { HostEnvironment } from '@plat/standalone/environment';
import { MisuseError, PlainError } from '@plat/standalone/failures';
import { createOutput } from '@plat/standalone/output';
import { asOfOption, type HomeOptions, homeOption, jsonOption, parseShare, userPath } from '@plat/standalone/settings';
import { wrapText } from '@plat/standalone/wrap-text';
import { Command, Option } from 'commander';
import { alignedRows, textTable } from '../text-table.ts';
import { withHome } from '../with-home.ts';

const DEFAULT_MAX_REJECTED_SHARE = 0.2;
/** Pelias gives a house at least 0.8; the center of a street or town would misplace the property. */
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
    .description('import public records; the new version serves only once it is complete')
    .argument('<source>', '"canonical", the name of a built-in source, or a mapping file (.json)')
    .argument('<files...>', 'files or folders of that source')
    .option('--dry-run', 'read and check only; change nothing', false)
    .addOption(asOfOption())
    .addOption(
      new Option('--max-rejected <share>', "fail if a larger share of a file's rows is rejected")
        .argParser(parseShare)
        .default(DEFAULT_MAX_REJECTED_SHARE),
    )
    .option(
      '--accept-rejected',
      'import a do-not-contact list without its bad rows; by default one bad row fails it',
      false,
    )
    .option('--allow-blanking', "import even if more than 20 % of a column's filled cells become empty", false)
    .option('--geocode', 'geocode missing coordinates with PLAT_GEOCODER_URL; results are kept in the home', false)
    .addOption(
      new Option(
        '--metrics-file <path>',
        'write rows and seconds of each stage as Prometheus text; not for a dry run',
      ).env('PLAT_IMPORT_METRICS_FILE'),
    )
    .addOption(homeOption())
    .addOption(jsonOption())
    .addHelpText('after', `\n${sourcesText()}`)
    .addHelpText(
      'after',
      `
Files and imports are joined: properties by parcel_id within the county, sales by parcel and document. Files of one
import complete each other. A later import replaces only the columns that it maps and keeps parcels that it lacks.`,
    )
    .action(runImport);

async function runImport(source: string, files: string[], options: ImportOptions): Promise<void> {
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
  // A dry run does not write metrics: after a failed import, it would clear the alert.
  const metricsFile = named === undefined || dryRun ? undefined : userPath(named);
  if (metricsFile !== undefined) checkMetricsFile(metricsFile);
  // A mistyped source must not create a home.
  await checkSource(sourceOf(source), paths);
  const progress = createProgressDisplay();
  const opening = { ...options, note: output.note, makesHome: true, changesNothing: dryRun };
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
      // The import's result is printed even if its metrics cannot be written.
      if (metricsFile !== undefined) {
        await writeStageMetrics(metricsFile, ended).catch(({ message }: Error) =>
          output.note(`could not write the metrics file: ${message}`),
        );
      }
      await endTracing();
    }
  });
  output.answer(reportDocument(report), () => reportText(report, dryRun));
}

/** The sources in `--help`. */
function sourcesText(): string {
  const own = { name: 'canonical', title: "files in Plat's own format, docs/reference/canonical-files.md" };
  const sources = [own, ...builtInSources];
  return `Sources:\n${alignedRows(sources.map(({ name, title }) => [`  ${name}`, title]))}`;
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
  if (report.notes.length > 0) lines.push('', ...report.notes.map(wrapText));
  if (!isDryRun) lines.push('', datasetSentence(countsOf(report.dataset)));
  return lines.join('\n');
}

/** Another URL or confidence may give other coordinates. */
const geocoderName = ({ PLAT_GEOCODER_URL: url }: HostEnvironment): string =>
  `${url} confidence ${MIN_GEOCODE_CONFIDENCE}`;

/** The geo service's geocoder, limited to house-level results. */
async function geocoderOf(environment: HostEnvironment): Promise<Geocode> {
  const { PLAT_GEOCODER_URL: baseUrl, PLAT_GEOCODER_TIMEOUT_MS: timeoutMs } = environment;
  if (baseUrl === undefined) {
    throw new MisuseError('--geocode needs the URL of a Pelias-compatible geocoder in PLAT_GEOCODER_URL.');
  }
  const { peliasGeocoder } = await import('@plat/geo/geocoder');
  const geocoder = peliasGeocoder({ baseUrl, timeoutMs });
  return async (address) => {
    const found = await geocoder.geocode(address);
    return found !== null && found.confidence >= MIN_GEOCODE_CONFIDENCE ? found : null;
  };
}
