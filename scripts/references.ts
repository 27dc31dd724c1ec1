/**
 * `bun scripts/references.ts` checks that paths cited in comments and documents exist, and that nothing cites a
 * document outside this repository. remark checks the links of Markdown files (`bun run links`).
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { headingsOf, type Tree, unresolvedReferences } from './unresolved-references.ts';

const ROOT = `${import.meta.dir}/..`;
/** Written by tools, or frozen once a database has run them. */
const UNCHECKED =
  /(^|\/)(generated|migrations|openapi)\/|unresolved-references\.test\.ts$|^bun\.lock$|^patches\/|\.(csv|json|lock)$/;
const CHECKED = new Set(['.ts', '.mjs', '.cjs', '.md', '.sql', '.yml', '.yaml', '.sh', '.jsonc', '']);

const listed = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
const files = listed.stdout.toString().split('\0').filter(Boolean);
const textOf = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const folders = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
const known = new Set(files);
const tree: Tree = {
  has: (path) =>
    known.has(path) ||
    folders.has(path.replace(/\/$/, '')) ||
    files.some((file) => file.startsWith(`${path}.`) || file.startsWith(`${path}-`)),
  hasSection: (path, anchor) => headingsOf(textOf(path)).has(anchor),
};

const problems = files
  .filter((path) => CHECKED.has(extname(path)) && !UNCHECKED.test(path))
  .flatMap((path) => unresolvedReferences(path, textOf(path), tree));
for (const { path, line, problem } of problems) console.log(`${path}:${line}  ${problem}`);
console.log(
  problems.length === 0 ? `references of ${files.length} files resolve` : `${problems.length} do not resolve`,
);
process.exit(problems.length === 0 ? 0 : 1);
