/**
 * `bun bundle-service.ts [folder of the service] [output folder]` writes one file that Bun runs without
 * node_modules, and next to it the service's migrations and the documentation viewer. Defaults: the current folder,
 * and its `dist`. Uses only Bun, because image builds run it.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const service = resolve(process.argv[2] ?? '.');
const output = resolve(process.argv[3] ?? join(service, 'dist'));
rmSync(output, { recursive: true, force: true });
const { outputs } = await Bun.build({ entrypoints: [join(service, 'src', 'index.ts')], target: 'bun', outdir: output });
const migrations = join(service, 'src', 'store', 'migrations');
if (existsSync(migrations)) cpSync(migrations, join(output, 'store', 'migrations'), { recursive: true });
const { dependencies } = JSON.parse(readFileSync(join(service, 'package.json'), 'utf8'));
if ('@scalar/api-reference' in dependencies) {
  const viewer = join(dirname(Bun.resolveSync('@scalar/api-reference', service)), 'browser', 'standalone.js');
  cpSync(viewer, join(output, 'docs-viewer.js'));
}
for (const { path, size } of outputs) console.log(`${path}  ${(size / 1e6).toFixed(2)} MB`);
