import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Generator {
  command: readonly string[];
  /** Folder to run in, relative to the root; the root by default. */
  folder?: string;
  /** Files and folders that it writes, relative to the root. */
  outputs: readonly string[];
  /** True if it reads what the generators before it write. */
  isAfterOthers?: boolean;
}

/**
 * Runs the generators, side by side where their order does not matter.
 * @param restore true to restore the files afterwards.
 * @returns paths of changed, new and removed files, relative to the root.
 * @throws when a generator fails.
 */
export async function regenerate(
  root: string,
  generators: readonly Generator[],
  { restore }: { restore: boolean },
): Promise<string[]> {
  const outputs = generators.flatMap((generator) => generator.outputs);
  const before = contentsOf(root, outputs);
  try {
    for (const isAfterOthers of [false, true]) {
      const group = generators.filter((one) => (one.isAfterOthers ?? false) === isAfterOthers);
      // All of them end before the files are put back, also after a failure.
      const ends = await Promise.allSettled(group.map((generator) => run(root, generator)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
    const after = contentsOf(root, outputs);
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .sort();
  } finally {
    if (restore) putBack(root, before, contentsOf(root, outputs));
  }
}

async function run(root: string, { command, folder = '.' }: Generator): Promise<void> {
  const words = command[0] === 'bun' ? [process.execPath, ...command.slice(1)] : [...command];
  const child = Bun.spawn(words, { cwd: join(root, folder), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`);
}

function putBack(root: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  for (const path of after.keys()) if (!before.has(path)) rmSync(join(root, path));
  for (const [path, text] of before) {
    if (after.get(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Texts of files and of everything in folders, by path relative to the root. */
function contentsOf(root: string, outputs: readonly string[]): Map<string, string> {
  const contents = new Map<string, string>();
  const add = (path: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(path)) add(join(path, name));
    else if (stat !== undefined) contents.set(relative(root, path), readFileSync(path, 'utf8'));
  };
  for (const output of outputs) add(join(root, output));
  return contents;
}
