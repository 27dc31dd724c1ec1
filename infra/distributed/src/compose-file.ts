import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';

/** One service of the compose file, with its variables filled in. */
export interface ComposeService {
  name: string;
  image: string;
  /** Words of the process: `entrypoint`, then `command`. */
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  replicas: number;
  /** Services that it depends on, with the condition. */
  dependsOn: Readonly<Record<string, 'service_started' | 'service_healthy' | 'service_completed_successfully'>>;
  /** Set when the image is built here: the target of the Dockerfile and the service it is built for. */
  build: { target: string; service: string | null } | null;
  /** Started only by name. */
  isOnDemand: boolean;
  volumes: readonly string[];
  tmpfs: readonly string[];
  networks: readonly string[];
}

export interface ComposeFile {
  services: ReadonlyMap<string, ComposeService>;
  /** Configured address ranges of networks, by name. */
  subnets: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

interface RawService {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string | number | boolean | null>;
  deploy?: { replicas?: number };
  depends_on?: Record<string, { condition: ComposeService['dependsOn'][string] }>;
  build?: { target: string; args?: { SERVICE?: string } };
  profiles?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks?: string[];
}

interface RawFile {
  services: Record<string, RawService>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
}

/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`: the forms of the Compose specification in use. */
const VARIABLE = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::([-?])([^}]*))?\})/g;

/**
 * Reads a compose file as `docker compose` does.
 * @throws Error naming every missing required variable.
 */
export function readComposeFile(text: string, variables: Variables): ComposeFile {
  const missing = requiredVariables(text).filter((name) => (variables[name] ?? '') === '');
  if (missing.length > 0) throw new Error(`The compose file needs these variables: ${missing.join(', ')}`);
  const file = parse(text, { merge: true }) as RawFile;
  const services = Object.entries(file.services).map(([name, raw]): [string, ComposeService] => [
    name,
    readService(name, raw, (value) => fillIn(value, variables)),
  ]);
  const subnets = Object.entries(file.networks).flatMap(([name, network]) => {
    const subnet = network?.ipam?.config[0]?.subnet;
    return subnet === undefined ? [] : [[name, subnet] as const];
  });
  return { services: new Map(services), subnets: Object.fromEntries(subnets) };
}

function readService(name: string, raw: RawService, fill: (text: string) => string): ComposeService {
  const environment = Object.entries(raw.environment ?? {}).map(([key, value]) => [key, fill(String(value ?? ''))]);
  const conditions = Object.entries(raw.depends_on ?? {}).map(([other, { condition }]) => [other, condition]);
  return {
    name,
    image: fill(raw.image),
    command: [...(raw.entrypoint ?? []), ...(raw.command ?? [])].map(fill),
    environment: Object.fromEntries(environment),
    replicas: raw.deploy?.replicas ?? 1,
    dependsOn: Object.fromEntries(conditions),
    build: raw.build === undefined ? null : { target: raw.build.target, service: raw.build.args?.SERVICE ?? null },
    isOnDemand: (raw.profiles ?? []).length > 0,
    volumes: raw.volumes ?? [],
    tmpfs: raw.tmpfs ?? [],
    networks: raw.networks ?? [],
  };
}

const fillIn = (text: string, variables: Variables): string =>
  text.replace(VARIABLE, (whole, name: string | undefined, form: string | undefined, fallback = '') => {
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const value = variables[name] ?? '';
    return value === '' && form === '-' ? fallback : value;
  });

/** Names of the required variables, in order of appearance. */
export const requiredVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].flatMap(([, name, form]) => (form === '?' && name ? [name] : []))),
];

/** Adds a random value for every missing required variable; all of them are secrets. */
export const withSecrets = (text: string, given: Variables): Record<string, string> =>
  Object.fromEntries(
    requiredVariables(text).map((name) => [name, given[name] || randomBytes(32).toString('hex')] as const),
  );

/** Names in an order in which each service comes after its dependencies. */
export function startOrder({ services }: Pick<ComposeFile, 'services'>): string[] {
  const order: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (order.includes(name)) return;
    if (path.includes(name)) throw new Error(`Services depend on each other: ${[...path, name].join(' -> ')}`);
    const service = services.get(name);
    if (service === undefined)
      throw new Error(`${path.at(-1)} depends on ${name}, which the compose file does not define`);
    for (const other of Object.keys(service.dependsOn)) visit(other, [...path, name]);
    order.push(name);
  };
  for (const name of services.keys()) visit(name, []);
  return order;
}
