// Who may import whom. `bun run boundaries` checks it; scripts/house-rules.int.test.ts breaks every rule on purpose.
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const testCode = '\\.(test|fixture)\\.ts$|/testing/|^packages/test-kit/|^tests/|^infra/|^scripts/|/scripts/';
const hosts = '^services/(cli|standalone)/';
const readers = '^packages/(dataset|records|value-model)/|^services/(?!cli/|standalone/)';

/** Folders with an index.ts are modules: code beside them sees that file alone. */
function modules(root = __dirname) {
  return ['packages', 'services'].flatMap((kind) =>
    readdirSync(join(root, kind)).flatMap((name) => {
      const source = join(root, kind, name, 'src');
      return existsSync(source)
        ? readdirSync(source)
            .filter((folder) => existsSync(join(source, folder, 'index.ts')))
            .map((folder) => `${kind}/${name}/src/${folder}`)
        : [];
    }),
  );
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other cannot be read, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-read-published-market',
      comment: 'Services read the published market through @plat/dataset; only cli and standalone run imports.',
      severity: 'error',
      from: { path: '^services/', pathNot: [hosts, testCode] },
      to: { path: '^packages/(pipeline|evaluation)/' },
    },
    {
      name: 'only-hosts-import-services',
      comment: 'Services talk over their interface; cli and standalone put them into one process.',
      severity: 'error',
      from: { path: '^(packages|services)/([^/]+)/', pathNot: hosts },
      to: { path: '^services/', pathNot: '^services/$2/' },
    },
    {
      name: 'packages-enter-through-exports',
      comment: 'Another package is imported by its name, so that its exports decide what is public.',
      severity: 'error',
      from: { path: '^(packages|services|infra|tests)/([^/]+)/' },
      to: { path: '^(packages|services)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'readers-load-no-duckdb',
      comment:
        'DuckDB belongs to packages/pipeline. Whoever reads the published market loads it neither directly nor through others.',
      severity: 'error',
      from: { path: readers, pathNot: testCode },
      to: { path: '/@duckdb/', reachable: true },
    },
    ...modules().map((module) => ({
      name: 'modules-enter-through-index',
      comment: 'A folder with an index.ts is a module; the rest of its package imports that file alone.',
      severity: 'error',
      from: {
        path: `^${module.split('/src/')[0]}/src/`,
        // Foreign keys name the tables of other contexts.
        pathNot: [
          `^${module}/`,
          '^services/(investors/src/webhooks|console/src/(shares|saved))/store/tables\\.ts$',
          testCode,
        ],
      },
      to: { path: `^${module}/`, pathNot: `^${module}/(index|wiring)\\.ts$` },
    })),
    {
      name: 'only-the-root-wires-contexts',
      comment: 'wiring.ts holds the routes, stores and workers of a context; other contexts know its index.ts alone.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/[^/]+/', pathNot: testCode },
      to: { path: '^services/[^/]+/src/[^/]+/wiring\\.ts$' },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ holds rules. Stores, routes, HTTP and SQL are around it.',
      severity: 'error',
      from: { path: '/domain/', pathNot: testCode },
      to: { path: '/(store|routes)/|(^|/)node_modules/(elysia|drizzle-orm|postgres)/|^packages/db/' },
    },
    {
      name: 'contracts-do-no-io',
      comment: 'Contracts describe the interface: schemas, policies, types.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: testCode },
      to: { path: ['.'], pathNot: ['^packages/contracts/', '(^|/)node_modules/(@sinclair/typebox|ipaddr\\.js)/'] },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Production code imports no tests, fixtures or test tools.',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: testCode },
      to: { path: testCode },
    },
    {
      name: 'no-dev-dependencies-in-production',
      comment: 'What runs in production is in dependencies.',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: testCode },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports and that imports nothing is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: '^infra/bench/|\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'Every import exists.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?!.*node_modules/).*(^|/)(dist|\\.plat|\\.turbo)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@plat/source', 'bun', 'import', 'default', 'types'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
