import { createServer } from 'node:net';
import { createSignInLink, signInUrl } from '@plat/console/operator';
import { addressWithBuyers, asOfIn, type DatedCounty, ensureMarketSchema, SAMPLE_AS_OF } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type RunningServer, readTlsFiles, StartError, startServer, traceAsConfigured, utcDay } from '@plat/kit';
import { curlCommand } from './curl-command.ts';
import { openDatabase } from './database.ts';
import { countsOf } from './dataset-counts.ts';
import { demoKey } from './demo-key.ts';
import { readEnvironment } from './environment.ts';
import { type Home, internalSecret, openHome, takeServingRight } from './home.ts';
import { createHost, type Host, type HostOptions, stopHost } from './host.ts';
import { operatorName } from './operator-name.ts';
import type { Output } from './output.ts';
import { createProgressDisplay } from './progress.ts';
import { ensureSampleMarket } from './sample-market.ts';
import { liveCounties, staleLines } from './served-counties.ts';
import { firstRealm, realmLines, realmsDocument, type ServedRealms, servedRealms } from './served-realms.ts';
import { type HomeOptions, userPath } from './settings.ts';
import { onStopSignals } from './signals.ts';
import { wrapText } from './wrap-text.ts';

const LOOPBACK = '127.0.0.1';
const READ_URL_UNREAD =
  'Ignoring DATABASE_READ_URL: one process reads from its own database. Only separate services read replicas.';

/** Options of `plat start`. */
export interface ServeOptions extends HomeOptions {
  port: number;
  host: string;
  market: 'sample' | 'none';
  asOf?: string;
  sampleParcels?: number;
  /** Checks the installation of a home, for the console. */
  doctor?(home: string): ReturnType<NonNullable<HostOptions['doctor']>>;
}

/** Serves until a signal. Closes everything in reverse order, also when starting fails. */
export async function serve(options: ServeOptions, output: Output): Promise<void> {
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
    await begin(options, output, closers);
  } catch (error) {
    // A stop during startup may break a step; that is not a failure.
    if (stopping !== undefined) return await stopping;
    await stop();
    throw error;
  }
}

async function begin(options: ServeOptions, output: Output, closers: Array<() => unknown>): Promise<void> {
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
  // Registered before the server is open, so that a stop during startup closes it too.
  closers.push(() => opening.then((opened) => opened.close()).catch(() => {}));
  const database = await opening;

  const sql = connect(database.url, { applicationName: 'plat-start', statementTimeoutMs: 0 });
  closers.push(() => sql.end({ timeout: 1 }));
  await prepareMarket(options, { home, sql, asOf: asOf(), note: output.note });

  closers.push(await traceAsConfigured());
  let key: string | null = null;
  const host = await createHost({
    databaseUrl: database.url,
    internalSecret: secret,
    home: home.path,
    doctor: options.doctor === undefined ? null : async () => options.doctor!(home.path),
    asOf,
    environment,
    demoKey: () => key,
  });
  let server: RunningServer | undefined;
  closers.push(() => (server === undefined ? host.close() : stopHost(host, server, environment.PLAT_GRACE_MS)));
  const { port, host: hostname } = options;
  const { PLAT_PLAIN_HTTP_PORT: plainPort, PLAT_DRAIN_MS: drainMs } = environment;
  server = startServer({ app: host.app, port, hostname, tls, plainPort, drainMs });
  const url = shownUrl(server);
  right.announce({ url, pid: process.pid });

  const realms = await servedRealms(sql);
  const hasSampleAlone = !realms.hasLive && realms.sample.version > 0;
  key = database.embedded && hasSampleAlone ? await demoKey(home, host.accounts) : null;
  const realm = firstRealm(realms);
  const address = await addressWithBuyers(sql, realm, asOfIn(realm, asOf()));
  const counties = await liveCounties(sql, asOf());
  const { regions, realms: counts } = realmsDocument(realms);
  const signIn = await ownerLink(host, environment.PLAT_PUBLIC_URL ?? url);
  const ready = {
    ready: true,
    url,
    home: home.path,
    as_of: asOf(),
    dataset: countsOf(realms[realm]),
    demo_key: key,
    ...signIn,
  };
  output.answer({ ...ready, realm, realms: counts, regions: regions.map(regionLine) }, () =>
    welcome({ url, asOf: asOf(), realms, counties, key, address, signInUrl: signIn.sign_in_url }),
  );
}

/** A sign-in link for whoever started Plat. */
async function ownerLink({ people }: Host, origin: string): Promise<{ sign_in_url: string; expires_at: string }> {
  const request = { name: operatorName(), role: 'owner' } as const;
  const { token, expiresAt } = await createSignInLink(people, 'operator:plat-start', request);
  return { sign_in_url: signInUrl(origin, token), expires_at: expiresAt };
}

const regionLine = ({ region, realm, as_of, properties }: ServedRealms['live']['regions'][number]) => ({
  region,
  realm,
  as_of,
  properties,
});

interface Preparation {
  home: Home;
  sql: Sql;
  asOf: string;
  note(line: string): void;
}

/** Migrates each realm's tables to this release and generates the sample market. */
async function prepareMarket(options: ServeOptions, { home, sql, asOf, note }: Preparation): Promise<void> {
  await ensureMarketSchema(sql);
  const progress = createProgressDisplay();
  const { rebuildMarket, takeSampleOut } = await import('@plat/pipeline');
  const request = { home: home.path, sql, asOf, onProgress: progress.show };
  const moved = await takeSampleOut(request).finally(progress.end);
  if (moved.length > 0)
    note(`Separated the sample market from the live records (${moved.join(', ')}); test keys read it in its own realm`);
  const { outdated } = await ensureMarketSchema(sql);
  if (outdated.includes('live')) {
    note('Rebuilding the live records from their facts: another release created their tables');
    await rebuildMarket({ ...request, realms: ['live'] }).finally(progress.end);
  }
  if (options.market === 'none') return;
  await ensureSampleMarket({ home, sql, parcels: options.sampleParcels, note, progress });
}

const windowsLine = (asOf: string): string =>
  `Windows count back from the last day of each county's records, at most from ${asOf}.`;

function welcome(running: {
  url: string;
  asOf: string;
  realms: ServedRealms;
  counties: readonly DatedCounty[];
  key: string | null;
  address: string | null;
  signInUrl: string;
}): string {
  const { url, realms, key } = running;
  const realm = firstRealm(realms);
  const lines = ['', `Plat listens on ${url}`, ...realmLines(realms)];
  if (realm === 'live') lines.push(...staleLines(running.counties).map(wrapText), windowsLine(running.asOf));
  else lines.push(`Windows of the sample market count back from ${SAMPLE_AS_OF}.`);
  if (key !== null) lines.push(`Demo key, a test key: ${key}`);
  else
    lines.push(
      `Create a key with: plat key create --kind subscriber --name <name>${realm === 'sample' ? ' --test' : ''}`,
    );
  if (running.address !== null) {
    lines.push('', 'Who is buying near an address:', '', curlCommand(url, key ?? '<key>', running.address));
  }
  return [
    ...lines,
    '',
    'Console, a sign-in link for 15 minutes that works once:',
    running.signInUrl,
    '',
    `Documentation: ${url}/docs`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

/** A URL for this machine: replaces a wildcard address with loopback. */
const shownUrl = ({ hostname, port, url }: RunningServer): string => {
  const host = hostname === '0.0.0.0' || hostname === '::' ? LOOPBACK : hostname;
  return `${new URL(url).protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Checks the port before minutes of preparation. */
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
