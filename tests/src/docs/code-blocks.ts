import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A fenced block of docs/contributing.md that does something: a file, a change of a file, or commands. */
export interface Block {
  /** `create` writes a file, `change` edits one, `run` executes each line. */
  kind: 'create' | 'change' | 'run';
  /** Path of the file; empty for `run`. */
  path: string;
  text: string;
}

/**
 * The blocks of a page in order. ` ```ts path ` creates a file, ` ```diff path ` changes one, ` ```sh run ` runs commands;
 * any other block only shows something.
 */
export function blocksOf(page: string): Block[] {
  const fences = page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm);
  return [...fences].flatMap(([, language, target, text = '']): Block[] => {
    if (target === undefined) return [];
    if (target === 'run') return [{ kind: 'run', path: '', text }];
    return [{ kind: language === 'diff' ? 'change' : 'create', path: target, text }];
  });
}

/** Writes or changes the file of a block below a folder. @throws Error when a change does not fit the file. */
export function apply({ kind, path, text }: Block, folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, kind === 'create' ? text : changed(readFileSync(file, 'utf8'), path, text));
}

/** The lines with a blank or `-` are replaced, at their first occurrence, by those with a blank or `+`. */
function changed(content: string, path: string, diff: string): string {
  const lines = diff.split('\n').filter((line) => line !== '');
  const sideOf = (...signs: string[]) =>
    lines.filter(([sign = '']) => signs.includes(sign)).map((line) => line.slice(1));
  const [old, wanted] = [sideOf(' ', '-').join('\n'), sideOf(' ', '+').join('\n')];
  if (!content.includes(old)) throw new Error(`docs/contributing.md changes lines that ${path} does not have:\n${old}`);
  return content.replace(old, () => wanted);
}
