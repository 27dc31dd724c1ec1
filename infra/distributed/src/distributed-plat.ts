import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '@plat/db';
import { freePorts } from '@plat/db/free-ports';
import { type ComposeFile, type ComposeService, readComposeFile, startOrder, withSecrets } from './compose-file.ts';
import { LOOPBACK, toLocal, writableFolders } from './local-addresses.ts';
import { type PlatProcess, startProcess, untilReady } from './process.ts';
import { proxyFile } from './proxy-file.ts';

/** The checkout that holds docker-compose.yml. */
export const ROOT = join(import.meta.dir, '..', '..', '..');
export const COMPOSE_FILE = join(ROOT, 'docker-compose.yml');

/** Local programs that stand in for images; the monitoring images of the file are left out. */
const PROGRAMS = { redis: 'redis-server', proxy: 'nginx' } as const;
const READY_MS = 60_000;

/** One replica that serves HTTP. */
export interface Replica {
  service: string;
  url: string;
  process: PlatProcess;
}

/** Plat as services, each in its own process. */
export interface DistributedPlat {
  /** URL of the proxy, for callers. */
  url: string;
  replicas: readonly Replica[];
  /** Command line and environment of the operator's command; append its arguments. */
  operator: { command: readonly string[]; environment: Readonly<Record<string, string>>; directory: string };
  databaseUrl: string;
  stop(): Promise<void>;
}

export interface DistributedOptions {
  /** Variables of the compose file; missing secrets are generated. */
  variables?: Readonly<Record<string, string>>;
  /** Port for callers; any free port by default. */
  port?: number;
  /** Called with every started process, and with every line of its output. */
  onLine?(name: string, line: string): void;
}

/** Functions that undo each start, in the order of starting. */
interface Closers {
  all: (() => Promise<unknown>)[];
  /** Nothing more may be started. */
  isStopping: boolean;
}

/** Programs that this machine lacks for running the compose file without containers. */
export const missingPrograms = (): string[] =>
  Object.values(PROGRAMS).filter((program) => Bun.which(program, searchPath()) === null);

/** Debian installs servers where only root looks. */
const searchPath = () => ({ PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` });

/**
 * Starts what docker-compose.yml describes, with its commands and environment, on loopback addresses instead of in
 * containers: the embedded PostgreSQL, the machine's Redis and nginx, and the bundles of the images.
 * @throws Error with the last lines of the process that failed to start; the others are stopped again.
 */
export async function startDistributedPlat(options: DistributedOptions = {}): Promise<DistributedPlat> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-distributed-'));
  // nginx runs its workers as an unprivileged user.
  chmodSync(folder, 0o755);
  const closers: Closers = { all: [async () => rmSync(folder, { recursive: true, force: true })], isStopping: false };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    closers.isStopping = true;
    stopping ??= (async () => {
      for (const close of closers.all.splice(0).reverse()) await close();
    })();
    return stopping;
  };
  try {
    return { ...(await start(options, folder, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { variables = {}, port, onLine = () => {} }: DistributedOptions,
  folder: string,
  closers: Closers,
): Promise<Omit<DistributedPlat, 'stop'>> {
  const text = readFileSync(COMPOSE_FILE, 'utf8');
  const settings = postgresSettings(readComposeFile(text, { ...variables, ...withSecrets(text, variables) }));
  const database = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    log: (line) => onLine('postgres', line),
    settings,
  });
  closers.all.push(database.close);
  const { port: databasePort, password } = new URL(database.url);

  const given = { ...variables, POSTGRES_PASSWORD: password };
  const file = readComposeFile(text, { ...given, ...withSecrets(text, given) });
  const addresses = new Map([...portsOf(file, port), ['postgres', [Number(databasePort)]]]);
  const localise = (service: ComposeService, replica: number) => {
    const own = join(folder, service.name, String(replica));
    const directories = Object.fromEntries(writableFolders(service).map((one) => [one, join(own, basename(one))]));
    for (const directory of Object.values(directories)) mkdirSync(directory, { recursive: true });
    const local = (value: string) => toLocal(value, file, addresses, directories);
    return {
      command: service.command.map(local),
      environment: Object.fromEntries(Object.entries(service.environment).map(([key, value]) => [key, local(value)])),
      directories,
    };
  };

  const replicas: Replica[] = [];
  const launch = async (service: ComposeService): Promise<void> => {
    const running = Array.from({ length: service.replicas }, async (_, replica) => {
      const { command, environment, directories } = localise(service, replica);
      const ownPort = addresses.get(service.name)?.[replica] ?? 0;
      const url = `http://${LOOPBACK}:${ownPort}`;
      const begin = (words: readonly string[], more: Record<string, string>, directory: string) => {
        if (closers.isStopping) throw new Error('stopped during the start');
        const name = service.replicas === 1 ? service.name : `${service.name} ${replica + 1}`;
        const one = startProcess({
          name,
          command: words,
          environment: { ...environment, ...more },
          directory,
          onLine: (line) => onLine(name, line),
        });
        closers.all.push(one.stop);
        return one;
      };
      if (service.name === 'redis') {
        const state = directories['/data'] ?? folder;
        const own = ['--port', String(ownPort), '--bind', LOOPBACK, '--dir', state];
        const one = begin([program('redis'), ...command.slice(1), ...own], {}, state);
        await untilListening(one, ownPort);
      } else if (service.name === 'proxy') {
        const more = { PLAT_PROXY_LISTEN: `${LOOPBACK}:${ownPort}`, PLAT_PROXY_RESOLVER: '' };
        writeProxyFile(service, { ...environment, ...more });
        const one = begin([program('proxy'), ...command.slice(1)], more, directories['/tmp'] ?? folder);
        await untilReady(one, `${url}/health`, READY_MS);
        replicas.push({ service: service.name, url, process: one });
      } else if (service.build?.target === 'plat') {
        const one = begin([process.execPath, ...command.slice(1)], {}, ROOT);
        if ((await one.ended) !== 0) throw new Error(`${service.name} failed:\n${one.said()}`);
      } else {
        const own = { PLAT_HOST: LOOPBACK, PLAT_PORT: String(ownPort) };
        const directory = join(folder, 'bundles', service.build?.service ?? '');
        const one = begin([process.execPath, ...command.slice(1)], own, directory);
        await untilReady(one, `${url}/ready`, READY_MS);
        replicas.push({ service: service.name, url, process: one });
      }
    });
    await Promise.all(running);
  };

  await bundle(file, join(folder, 'bundles'));
  await inOrder(file, launch);

  const operator = file.services.get('plat')!;
  const { command, environment } = localise(operator, 0);
  const url = replicas.find(({ service }) => service === 'proxy')!.url;
  return {
    url,
    replicas,
    databaseUrl: database.url,
    operator: {
      // Replaces the compose file's --help with the caller's arguments.
      command: [process.execPath, ...command.slice(1).filter((word) => word !== '--help')],
      environment,
      directory: ROOT,
    },
  };
}

/** True for services that can run here and are not started only by name. */
const isRunHere = (service: ComposeService): boolean =>
  !service.isOnDemand && (service.build !== null || service.name in PROGRAMS);

/** Starts each service after its dependencies; independent services start in parallel. */
async function inOrder(file: ComposeFile, launch: (service: ComposeService) => Promise<void>): Promise<void> {
  const launched = new Map<string, Promise<void>>([['postgres', Promise.resolve()]]);
  for (const name of startOrder(file)) {
    const service = file.services.get(name)!;
    if (!isRunHere(service)) continue;
    const before = Object.keys(service.dependsOn).map((other) => launched.get(other));
    launched.set(
      name,
      Promise.all(before).then(() => launch(service)),
    );
  }
  await Promise.all(launched.values());
}

function portsOf(file: ComposeFile, proxyPort: number | undefined): [string, number[]][] {
  const ours = [...file.services.values()].filter((service) => isRunHere(service) && service.build?.target !== 'plat');
  const free = freePorts(ours.reduce((sum, { replicas }) => sum + replicas, 0));
  return ours.map(({ name, replicas }) => {
    const ports = free.splice(0, replicas);
    return [name, name === 'proxy' && proxyPort !== undefined ? [proxyPort] : ports];
  });
}

/** PostgreSQL settings of the compose file, as `-c name=value`. Without fsync, because no data outlives the run. */
function postgresSettings({ services }: ComposeFile): Record<string, string> {
  const words = services.get('postgres')?.command ?? [];
  const given = words.flatMap((word, at) => (words[at - 1] === '-c' ? [word.split('=') as [string, string]] : []));
  return { ...Object.fromEntries(given), fsync: 'off' };
}

/** Path of the local program that stands in for an image. */
export const program = (service: keyof typeof PROGRAMS): string => {
  const found = Bun.which(PROGRAMS[service], searchPath());
  if (found === null) throw new Error(`${PROGRAMS[service]} is not installed; on Debian: apt-get install ${service}`);
  return found;
};

/** Writes nginx's configuration as its image does at startup: the template, filled in. */
function writeProxyFile(service: ComposeService, environment: Readonly<Record<string, string>>): void {
  const mount = service.volumes.find((volume) => volume.includes('.template:'));
  const [source = ''] = mount?.split(':') ?? [];
  const output = environment.NGINX_ENVSUBST_OUTPUT_DIR ?? '';
  const name = basename(source).replace('.template', '');
  writeFileSync(join(output, name), proxyFile(join(ROOT, source), environment));
  chmodSync(output, 0o777);
}

/** Builds the files of every service's image. */
async function bundle(file: ComposeFile, directory: string): Promise<void> {
  for (const { build } of file.services.values()) {
    if (build?.service == null) continue;
    const words = [join(ROOT, 'infra', 'bundle-service.ts'), join(ROOT, 'services', build.service)];
    const child = Bun.spawn([process.execPath, ...words, join(directory, build.service)], {
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`could not bundle ${build.service}:\n${said}`);
  }
}

async function untilListening(one: PlatProcess, port: number): Promise<void> {
  const until = performance.now() + READY_MS;
  for (;;) {
    try {
      (await Bun.connect({ hostname: LOOPBACK, port, socket: { data: () => {} } })).end();
      return;
    } catch {
      if (one.hasEnded() || performance.now() > until) throw new Error(`${one.name} did not start:\n${one.said()}`);
      await Bun.sleep(20);
    }
  }
}
