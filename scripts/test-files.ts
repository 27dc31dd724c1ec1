import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dir);
export const KINDS = ['unit', 'int', 'e2e'] as const;
export type Kind = (typeof KINDS)[number];

/** @returns the kind stated by the name of a test file: `a.test.ts`, `a.int.test.ts` or `a.e2e.test.ts`. */
export function kindOf(file: string): Kind {
  return (/\.(int|e2e)\.test\.tsx?$/.exec(file)?.[1] as Kind | undefined) ?? 'unit';
}

/** @returns every test file, relative to the root. */
export function testFiles(): string[] {
  const glob = new Bun.Glob('{packages,services,infra,tests,scripts}/**/*.test.{ts,tsx}');
  return [...glob.scanSync({ cwd: ROOT })].filter((file) => !file.includes('node_modules')).sort();
}

/**
 * Test files of the packages that turbo counts as affected by the changes since `main` (`TURBO_SCM_BASE` names another
 * base), and test files that name a changed folder outside the packages, such as `docs`.
 */
export function affectedFiles(files: readonly string[]): string[] {
  const packages = affectedPackages();
  const folders = changedFolders();
  return files.filter((file) => {
    if (packages.some((path) => file.startsWith(`${path}/`))) return true;
    if (file.startsWith('scripts/') && folders.includes('scripts')) return true;
    if (folders.length === 0) return false;
    const text = readFileSync(join(ROOT, file), 'utf8');
    return folders.some((folder) => new RegExp(`['"\`/]${folder.replaceAll('.', '\\.')}['"\`/]`).test(text));
  });
}

function affectedPackages(): string[] {
  const listed = output([process.execPath, 'x', 'turbo', 'ls', '--affected', '--output=json']);
  const { packages } = JSON.parse(listed) as { packages: { items: { path: string }[] } };
  return packages.items.map(({ path }) => path);
}

/** Folders and files at the root, and folders of `infra`, with a change outside the packages. */
function changedFolders(): string[] {
  const base = output(['git', 'merge-base', process.env.TURBO_SCM_BASE ?? 'main', 'HEAD']).trim();
  const tracked = output(['git', 'diff', '--name-only', base]);
  const created = output(['git', 'ls-files', '--others', '--exclude-standard']);
  const outside = `${tracked}${created}`
    .split('\n')
    .filter((path) => path !== '' && !/^(packages|services|tests|infra\/(bench|distributed))\//.test(path));
  return [...new Set(outside.map((path) => path.split('/')[path.startsWith('infra/') ? 1 : 0] as string))];
}

function output(command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
  return stdout.toString();
}
