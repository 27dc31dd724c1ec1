/** Code that breaks one house rule; the rule names its first file. */
interface BrokenRule {
  name: string;
  /** Completes "rejects …". */
  because: string;
  /** Path in the tree, and text. */
  files: Readonly<Record<string, string>>;
}

const importing = (from: string): string => `import * as broken from '${from}';\nconsole.log(broken);\n`;

export const IMPORT_RULES: readonly BrokenRule[] = [
  {
    name: 'no-circular',
    because: 'files that import each other',
    files: {
      'packages/kit/src/broken-one.ts': `${importing('./broken-other.ts')}export const one = 1;\n`,
      'packages/kit/src/broken-other.ts': `${importing('./broken-one.ts')}export const other = 2;\n`,
    },
  },
  {
    name: 'services-read-published-market',
    because: 'a service that imports the pipeline',
    files: { 'services/valuation/src/broken-import.ts': importing('@plat/pipeline') },
  },
  {
    name: 'only-hosts-import-services',
    because: 'a service that imports another service',
    files: { 'services/valuation/src/broken-service.ts': importing('../../geo/src/app.ts') },
  },
  {
    name: 'packages-enter-through-exports',
    because: 'a path into another package',
    files: { 'packages/jobs/src/broken-path.ts': importing('../../kit/src/logger.ts') },
  },
  {
    name: 'readers-load-no-duckdb',
    because: 'a reader that loads DuckDB through another file',
    files: { 'services/valuation/src/broken-reader.ts': importing('./broken-import.ts') },
  },
  {
    name: 'modules-enter-through-index',
    because: 'a context that reaches into another context',
    files: { 'services/investors/src/search/broken-context.ts': importing('../webhooks/domain/ports.ts') },
  },
  {
    name: 'only-the-root-wires-contexts',
    because: 'a context that imports the wiring of another context',
    files: { 'services/investors/src/search/broken-wiring.ts': importing('../webhooks/wiring.ts') },
  },
  {
    name: 'domain-is-pure',
    because: 'a domain that imports a store',
    files: { 'services/geo/src/domain/broken-store.ts': importing('../store/gazetteer-feed.ts') },
  },
  {
    name: 'domain-is-pure',
    because: 'a domain that imports Elysia',
    files: { 'services/geo/src/domain/broken-http.ts': importing('elysia') },
  },
  {
    name: 'domain-is-pure',
    because: 'a domain that imports SQL',
    files: { 'services/accounts/src/domain/broken-sql.ts': importing('drizzle-orm') },
  },
  {
    name: 'domain-is-pure',
    because: 'a domain that imports a route',
    files: { 'services/geo/src/domain/broken-route.ts': importing('../routes/autocomplete.ts') },
  },
  {
    name: 'contracts-do-no-io',
    because: 'a contract that reads files',
    files: { 'packages/contracts/src/broken-file.ts': importing('node:fs') },
  },
  {
    name: 'no-test-code-in-production',
    because: 'production code that imports a fixture',
    files: { 'services/geo/src/broken-fixture.ts': importing('./market.fixture.ts') },
  },
  {
    name: 'no-dev-dependencies-in-production',
    because: 'production code that imports a development dependency',
    files: { 'services/valuation/src/broken-dev.ts': importing('fast-check') },
  },
  {
    name: 'no-orphans',
    because: 'a file that neither imports nor is imported',
    files: { 'packages/kit/src/broken-orphan.ts': 'export const orphan = 1;\n' },
  },
  {
    name: 'not-to-unresolvable',
    because: 'an import of a file that does not exist',
    files: { 'packages/kit/src/broken-missing.ts': importing('./no-such-file.ts') },
  },
];

/** Findings of knip. */
export const DEPENDENCY_RULES: readonly (Omit<BrokenRule, 'name'> & { expected: RegExp })[] = [
  {
    because: 'a file that nothing imports',
    files: { 'packages/kit/src/broken-unused.ts': importing('./logger.ts') },
    expected: /Unused files[\s\S]*packages\/kit\/src\/broken-unused\.ts/,
  },
  {
    because: 'an export that nothing imports',
    files: {
      'packages/kit/src/broken-exports.ts': 'export const used = 1;\nexport const unused = 2;\n',
      'packages/kit/src/broken-exports.test.ts': "import { used } from './broken-exports.ts';\nconsole.log(used);\n",
    },
    expected: /Unused exports[\s\S]*unused +packages\/kit\/src\/broken-exports\.ts/,
  },
  {
    because: 'an import that package.json does not list',
    files: { 'packages/kit/src/broken-unlisted.test.ts': importing('some-unlisted-package') },
    expected: /some-unlisted-package/,
  },
];
