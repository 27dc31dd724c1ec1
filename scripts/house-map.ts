/**
 * `bun run docs:map [--check]` draws the map of docs/contributing.md from the real imports between packages and
 * services. `--check` writes nothing and fails when the map is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const PAGE = join(ROOT, 'docs', 'contributing.md');
const BEGINNING = '<!-- map: bun run docs:map -->';
const END = '<!-- /map -->';
const HOUSE = '^(packages|services)/[^/]+';
const NOT_PRODUCT = '(\\.test\\.ts$|\\.fixture\\.ts$|/testing/|/scripts/|node_modules)';

interface Cruise {
  modules: Array<{ source: string; dependencies: Array<{ resolved: string }> }>;
}

/** Imports between packages and services, without tests. */
function importsOf(): Map<string, Set<string>> {
  const flags = ['--output-type', 'json', '--collapse', HOUSE, '--exclude', NOT_PRODUCT];
  const command = [process.execPath, '--bun', 'run', 'dependency-cruiser', 'packages', 'services', ...flags];
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`dependency-cruiser failed: ${stderr}`);
  const imports = new Map<string, Set<string>>();
  const houses = new RegExp(`${HOUSE}$`);
  for (const { source, dependencies } of (JSON.parse(stdout.toString()) as Cruise).modules) {
    if (!houses.test(source)) continue;
    const found = dependencies.map(({ resolved }) => resolved);
    imports.set(source, new Set(found.filter((one) => houses.test(one) && one !== source)));
  }
  return imports;
}

/** Leaves out every import that a longer path implies. */
function withoutImplied(imports: ReadonlyMap<string, ReadonlySet<string>>): Array<readonly [from: string, to: string]> {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(imports.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  return [...imports].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to] as const),
  );
}

function draw(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const name = (house: string) => house.split('/')[1] ?? house;
  const group = (kind: string) => {
    const houses = [...imports.keys()].filter((house) => house.startsWith(`${kind}/`)).sort();
    return [`  subgraph ${kind}`, ...houses.map((house) => `    ${name(house)}`), '  end'];
  };
  const arrows = withoutImplied(imports).map(([from, to]) => `  ${name(from)} --> ${name(to)}`);
  return ['```mermaid', 'flowchart TD', ...group('services'), ...group('packages'), ...arrows.sort(), '```'].join('\n');
}

const page = readFileSync(PAGE, 'utf8');
const [before, rest = ''] = page.split(BEGINNING);
const after = rest.slice(rest.indexOf(END));
const current = `${before}${BEGINNING}\n\n${draw(importsOf())}\n\n${after}`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, current);
else if (page !== current) {
  console.error('The map of docs/contributing.md is not current: run `bun run docs:map`.');
  process.exit(1);
}
