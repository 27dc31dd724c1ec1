/** The tracked files that a reference may name. */
export interface Tree {
  /** @param path of a file or folder, from the root. */
  has(path: string): boolean;
  /** @param anchor of a heading in a Markdown file, as GitHub makes it. */
  hasSection(path: string, anchor: string): boolean;
}

export interface Unresolved {
  path: string;
  line: number;
  problem: string;
}

/** A path from the root, with the section that it may name. Placeholders (`<name>`, `*`, `…`) are not paths. */
const PATH =
  /(?<![\w./@<{$*-])((?:docs|packages|services|infra|tests|scripts|bin|patches)\/[\w./@-]*[\w/])(#[\w-]+)?(?![\w<{*…/-]|\.[<{*])/g;
/** A decision record by its number. */
const RECORD = /\bADR (\d{4})\b/g;
/** A path in a README, from the folder of that README. */
const OWN_PATH = /(?<=`)(src\/[\w./-]*[\w/])(?=`)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|(?<=^|\s)#[^\n]*|(?<=^|\s)--[^\n]*/g;
/** A worked example writes the files that it names. */
const FENCED = /^```[\s\S]*?^```/gm;
const OUTSIDE: readonly RegExp[] = [
  /\bdecisions? (?:[A-Z]\.?)?\d+/gi,
  /\bdocs? [123]\b/gi,
  /(?<![\w.])[A-F]\.\d{1,2}\b/g,
  /\.\.\/shared\b/g,
];

/** References of a file that a reader cannot follow: missing paths and sections, and documents outside the repository. */
export function unresolvedReferences(path: string, text: string, tree: Tree): Unresolved[] {
  const isProse = path.endsWith('.md');
  const passages = isProse ? [{ at: 0, text: text.replace(FENCED, blanked) }] : commentsOf(text);
  return passages.flatMap((passage) => {
    const lineOf = (at: number): number => text.slice(0, passage.at + at).split('\n').length;
    const outside = OUTSIDE.flatMap((pattern) =>
      [...passage.text.matchAll(pattern)].map(({ index, 0: cited }) => ({
        path,
        line: lineOf(index),
        problem: `cites "${cited}", which readers do not have; cite docs/rules`,
      })),
    );
    const own = path.slice(0, path.lastIndexOf('/') + 1);
    const cited = [
      ...[...passage.text.matchAll(RECORD)].map((match) => ({ match, target: `docs/adr/${match[1]}` })),
      ...[...passage.text.matchAll(PATH)].map((match) => ({ match, target: match[1] ?? '' })),
      ...(path.endsWith('README.md') ? [...passage.text.matchAll(OWN_PATH)] : []).map((match) => ({
        match,
        target: own + match[1],
      })),
    ];
    const missing = cited.flatMap(({ match, target }) => {
      const problem = problemOf(target, match[2], tree);
      return problem === null ? [] : [{ path, line: lineOf(match.index), problem }];
    });
    return [...outside, ...missing];
  });
}

function problemOf(target: string, anchor: string | undefined, tree: Tree): string | null {
  if (!tree.has(target)) return `${target} does not exist`;
  if (anchor === undefined || !target.endsWith('.md') || tree.hasSection(target, anchor.slice(1))) return null;
  return `${target} has no section ${anchor}`;
}

/** Keeps the lines, so that what follows keeps its line number. */
const blanked = (block: string): string => block.replace(/[^\n]/g, ' ');

const commentsOf = (text: string): { at: number; text: string }[] =>
  [...text.matchAll(COMMENT)].map(({ index, 0: comment }) => ({ at: index, text: comment }));

/** Anchors of the headings of a Markdown text, as GitHub makes them. */
export const headingsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
