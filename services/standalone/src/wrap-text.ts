/** Widest line that a command prints, in characters; URLs, paths and commands to copy stay whole. */
export const LINE_WIDTH = 100;

/** Wraps the lines of a text between words. */
export const wrapText = (text: string): string =>
  text
    .split('\n')
    .map((line) => (Bun.stringWidth(line) <= LINE_WIDTH ? line : Bun.wrapAnsi(line, LINE_WIDTH)))
    .join('\n');
