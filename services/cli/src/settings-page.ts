import { ACCOUNTS_SETTINGS } from '@plat/accounts/config';
import { ANALYTICS_SETTINGS } from '@plat/analytics/config';
import { AUTOMATION_SETTINGS } from '@plat/automation/config';
import { GATEWAY_SETTINGS } from '@plat/gateway/config';
import { GeoConfig } from '@plat/geo/config';
import { INVESTORS_SETTINGS } from '@plat/investors/config';
import { HOST_SETTINGS } from '@plat/standalone/environment';
import { VALUATION_SETTINGS } from '@plat/valuation/config';
import type { TSchema } from '@sinclair/typebox';

/** The processes that read settings; `start` runs all services. */
const READERS: ReadonlyArray<readonly [name: string, settings: { properties: object; required?: string[] }]> = [
  ['start', HOST_SETTINGS],
  ['gateway', GATEWAY_SETTINGS],
  ['accounts', ACCOUNTS_SETTINGS],
  ['geo', GeoConfig],
  ['investors', INVESTORS_SETTINGS],
  ['valuation', VALUATION_SETTINGS],
  ['analytics', ANALYTICS_SETTINGS],
  ['automation', AUTOMATION_SETTINGS],
];

/** Sections of the page; a setting belongs to the first one with a matching pattern. */
const SECTIONS: ReadonlyArray<readonly [title: string, pattern: RegExp]> = [
  ['Webhooks and egress', /^PLAT_EGRESS_/],
  ['Sign-in', /^PLAT_CONSOLE_OIDC/],
  ['Automation', /^PLAT_(OIDC|AUTOMATION_(HOST|SIGN))/],
  ['TLS and proxies', /^PLAT_(TLS|PLAIN_HTTP|REQUIRE_HTTPS|TRUSTED)/],
  ['Databases and Redis', /^(DATABASE|REDIS|PLAT_REPLICA)/],
  ['Secrets', /SECRET/],
  ['Providers', /^PLAT_(SKIPTRACE|GEOCODER)/],
  ['Addresses of services', /^PLAT_[A-Z]+_URL$/],
  ['The process', /./],
];

const HEAD = `# Settings

Settings are environment variables. \`--check-config\` of a service prints what is missing, and \`plat doctor\` names a
variable that nothing reads. An empty variable counts as unset. "Read by" names the services, and \`start\` for the one
process. A list is separated by commas.

The command reads \`PLAT_HOME\`, \`PLAT_PORT\`, \`PLAT_HOST\`, \`PLAT_MARKET\`, \`PLAT_AS_OF\`, \`PLAT_SAMPLE_PARCELS\` and
\`PLAT_IMPORT_METRICS_FILE\` in place of the option of that name ([install.md](install.md#one-process)). Traces follow
the variables of OpenTelemetry, such as \`OTEL_EXPORTER_OTLP_ENDPOINT\` ([watch.md](watch.md#traces)).

*Generated from the config of each service: \`bun services/cli/src/settings-page.ts\`.*`;

interface Setting {
  schema: TSchema;
  readers: string[];
  requiredBy: string[];
  /** Default as text, with its readers. */
  defaults: Map<string, string[]>;
}

/** docs/operate/settings.md: every variable with its readers, default and meaning. */
export function settingsMarkdown(): string {
  const settings = new Map<string, Setting>();
  for (const [reader, { properties, required = [] }] of READERS) {
    for (const [name, schema] of Object.entries<TSchema>(properties as Record<string, TSchema>)) {
      if (name === 'NODE_ENV') continue;
      const setting: Setting = settings.get(name) ?? { schema, readers: [], requiredBy: [], defaults: new Map() };
      setting.readers.push(reader);
      if (setting.schema.description === undefined) setting.schema = schema;
      if (required.includes(name) && schema.default === undefined) setting.requiredBy.push(reader);
      if (schema.default !== undefined) note(setting.defaults, String(schema.default), reader);
      settings.set(name, setting);
    }
  }
  const sectionOf = (name: string) => SECTIONS.find(([, pattern]) => pattern.test(name))?.[0];
  const sections = SECTIONS.map(([title]) => {
    const names = [...settings.keys()].filter((name) => sectionOf(name) === title).sort();
    const rows = names.map((name) => rowOf(name, settings.get(name) as Setting));
    return [`## ${title}`, '', '| setting | read by | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

const note = (defaults: Map<string, string[]>, text: string, reader: string) =>
  text !== '' && defaults.set(text, [...(defaults.get(text) ?? []), reader]);

function rowOf(name: string, setting: Setting): string {
  const { schema, readers } = setting;
  const readBy = readers.length === READERS.length ? 'all' : readers.join(', ');
  const example = Array.isArray(schema.examples) ? ` (for example \`${schema.examples[0]}\`)` : '';
  const meaning = `${schema.description ?? ''}${example}`.replaceAll('|', '\\|');
  return `| \`${name}\` | ${readBy} | ${defaultOf(setting)} | ${meaning} |`;
}

function defaultOf({ readers, requiredBy, defaults }: Setting): string {
  if (requiredBy.length > 0) return requiredBy.length === readers.length ? 'required' : `required, except by start`;
  const [one] = defaults.keys();
  if (defaults.size <= 1) return one === undefined ? '' : `\`${one}\``;
  return [...defaults].map(([text, of]) => `\`${text}\` (${of.join(', ')})`).join('; ');
}

if (import.meta.main)
  await Bun.write(new URL('../../../docs/operate/settings.md', import.meta.url), settingsMarkdown());
