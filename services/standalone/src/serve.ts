import { createServer } from 'node:net';
import { connect } from '@plat/db';
import { type RunningServer, readTlsFiles, StartError, startServer, traceAsConfigured, utcDay } from '@plat/kit';
import { datasetStatus, ensureMarketSchema } from '@plat/market';
import { openDatabase } from './database.ts';
import { countsOf, type DatasetCounts, datasetSentence } from './dataset-counts.ts';
import { demoKey } from './demo-key.ts';
import { addressWithBuyers, curlCommand } from './demo-search.ts';
import { readEnvironment } from './environment.ts';
import { internalSecret, openHome, takeServingRight } from './home.ts';
import { createHost, stopHost } from './host.ts';
import type { Output } from './output.ts';
import { createProgressDisplay } from './progress.ts';
import { ensureSampleMarket } from './sample-market.ts';
import { type HomeOptions, userPath } from './settings.ts';
import { onStopSignals } from './signals.ts';

const LOOPBACK = '127.0.0.1';
const READ_URL_UNREAD =
  'DATABASE_READ_URL is not read here: one process reads everything from its own database. Plat as services reads replicas.';

/** What `plat start` is told. */
export interface ServeOptions extends HomeOptions {
  port: number;
  host: string;
  market: 'sample' | 'none';
  asOf?: string;
  sampleParcels?: number;
}

/** Serves until a signal comes; whatever was opened is given back in the opposite order, also when starting fails. */
export async function serve(options: ServeOptions, isMarketExplicit: boolean, output: Output): Promise<void> {
  const closers: Array<() => unknown> = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const close of closers.splice(0).reverse()) await close();
    })();
    return stopping;
  };
  onStopSignals(async () => {
    output.note('Stopping');
    await stop();
    return 0;
  });
  try {
    await begin(options, isMarketExplicit, output, closers);
  } catch (error) {
    // What a stop pulls away under a starting Plat is no failure of its own.
    if (stopping !== undefined) return await stopping;
    await stop();
    throw error;
  }
}

async function begin(
  options: ServeOptions,
  isMarketExplicit: boolean,
  output: Output,
  closers: Array<() => unknown>,
): Promise<void> {
  const environment = readEnvironment();
  const tls = readTlsFiles(environment);
  const asOf = () => options.asOf ?? utcDay(Date.now());

  if (environment.DATABASE_READ_URL !== undefined) output.note(READ_URL_UNREAD);
  await checkPort(options.port, options.host);
  const home = openHome(userPath(options.home));
  const right = await takeServingRight(home);
  closers.push(right.release);
  const secret = environment.PLAT_INTERNAL_SECRET ?? internalSecret(home);
  const opening = openDatabase(home, environment.DATABASE_URL, output.note);
  // Known before it is open, so that a stop in between waits for the server and takes it down too.
  closers.push(() => opening.then((opened) => opened.close()).catch(() => {}));
  const database = await opening;

  const sql = connect(database.url, { applicationName: 'plat-start', statementTimeoutMs: 0 });
  closers.push(() => sql.end({ timeout: 1 }));
  const { layoutChanged } = await ensureMarketSchema(sql);
  const progress = createProgressDisplay();
  if (layoutChanged) {
    output.note('The dataset was made by another release of Plat; building it anew from its facts');
    const { rebuildMarket } = await import('@plat/market/pipeline');
    await rebuildMarket({ home: home.path, sql, asOf: asOf(), onProgress: progress.show }).finally(progress.end);
  }
  if (options.market === 'sample') {
    await ensureSampleMarket({
      home,
      sql,
      asOf: asOf(),
      isExplicit: isMarketExplicit,
      parcels: options.sampleParcels,
      note: output.note,
      progress,
    });
  }

  closers.push(await traceAsConfigured());
  let key: string | null = null;
  const host = await createHost({
    ...{ databaseUrl: database.url, internalSecret: secret, asOf, environment },
    demoKey: () => key,
  });
  let server: RunningServer | undefined;
  closers.push(() => (server === undefined ? host.close() : stopHost(host, server, environment.PLAT_GRACE_MS)));
  const { port, host: hostname } = options;
  const { PLAT_PLAIN_HTTP_PORT: plainPort, PLAT_DRAIN_MS: drainMs } = environment;
  server = startServer({ app: host.app, port, hostname, tls, plainPort, drainMs });
  const url = shownUrl(server);
  right.announce({ url, pid: process.pid });

  key = database.embedded ? await demoKey(home, host.accounts) : null;
  const dataset = countsOf(await datasetStatus(sql));
  const address = await addressWithBuyers(sql, asOf());
  output.answer({ ready: true, url, home: home.path, as_of: asOf(), dataset, demo_key: key }, () =>
    welcome({ url, asOf: asOf(), dataset, key, address }),
  );
}

function welcome(running: {
  url: string;
  asOf: string;
  dataset: DatasetCounts;
  key: string | null;
  address: string | null;
}): string {
  const lines = [
    '',
    `Plat answers at ${running.url}`,
    datasetSentence(running.dataset),
    `Windows count back from ${running.asOf}.`,
  ];
  if (running.key === null) lines.push('Create a key with: plat key create --kind subscriber --name <name>');
  else lines.push(`Demo key: ${running.key}`);
  if (running.address !== null) {
    const key = running.key ?? '<key>';
    lines.push('', 'Who is buying near an address:', '', curlCommand(running.url, key, running.address));
  }
  return [...lines, '', `Documentation: ${running.url}/docs`, 'Stop with Ctrl-C.', ''].join('\n');
}

/** An address that a person can paste: a wildcard is reachable on this machine through loopback. */
const shownUrl = ({ hostname, port, url }: RunningServer): string => {
  const host = hostname === '0.0.0.0' || hostname === '::' ? LOOPBACK : hostname;
  return `${new URL(url).protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Says that a port is taken before minutes went into preparing an answer on it. */
function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(new StartError(`Port ${port} on ${host} is already in use. Choose another one with --port.`));
      } else if (error.code === 'EACCES') {
        reject(new StartError(`This user may not listen on port ${port}. Choose one above 1023 with --port.`));
      } else reject(new StartError(`This machine cannot listen on ${host}:${port}. Check --host.`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
