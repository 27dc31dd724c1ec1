import { affectedFiles, KINDS, kindOf, testFiles } from './test-files.ts';

export interface TestOptions {
  /** Run again whenever a file changes, until stopped. */
  watch: boolean;
  /** Write the table of costs instead of testing. */
  costs: boolean;
  /** For `bun test`: paths and its own flags. */
  words: string[];
  /** True when every selected file is a unit test, which needs no database. */
  onlyUnit: boolean;
  /** True when a selection matches no file. */
  isEmpty: boolean;
}

const OWN = ['--unit', '--int', '--e2e', '--affected', '--watch', '--costs'];

/**
 * Reads the arguments of `bun run test`. `--unit`, `--int`, `--e2e` and `--affected` select files, `--watch` and
 * `--costs` are described above; everything else goes to `bun test`.
 */
export function readOptions(given: readonly string[]): TestOptions {
  const has = (name: string) => given.includes(name);
  const words = given.filter((word) => !OWN.includes(word));
  const paths = words.filter((word, index) => !word.startsWith('-') && words[index - 1] !== '-t');
  const kinds = KINDS.filter((kind) => has(`--${kind}`));
  const isSelected = kinds.length > 0 || has('--affected');
  const all = testFiles();
  const named = all.filter((file) => paths.length === 0 || paths.some((path) => matches(file, path)));
  const files = has('--affected') ? affectedFiles(named) : named;
  const chosen = kinds.length === 0 ? files : files.filter((file) => kinds.includes(kindOf(file)));
  return {
    watch: has('--watch'),
    costs: has('--costs'),
    words: isSelected
      ? [...words.filter((word) => !paths.includes(word)), ...chosen.map((file) => `./${file}`)]
      : words,
    onlyUnit: chosen.length > 0 && chosen.every((file) => kindOf(file) === 'unit'),
    isEmpty: isSelected && chosen.length === 0,
  };
}

/** Matches as `bun test` does: `./` starts one file, anything else is part of its name. */
function matches(file: string, path: string): boolean {
  return path.startsWith('./') ? file === path.slice(2) : file.includes(path);
}
