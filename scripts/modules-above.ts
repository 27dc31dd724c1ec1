const SOURCE = /^((?:packages|services)\/[^/]+\/src(?:\/[^/]+)?)\/.*(?<!\.(?:test|fixture))\.ts$/;
const NOT_SOURCE = /\/(generated|migrations|testing)\//;

/**
 * Modules with more lines of source than allowed, largest first. A module is a folder of a package or service right
 * under `src`; the files directly in `src` are one too.
 */
export function modulesAbove(
  maxLines: number,
  files: readonly string[],
  linesOf: (path: string) => number,
): { module: string; lines: number }[] {
  const sizes = new Map<string, number>();
  for (const path of files) {
    const module = SOURCE.exec(path)?.[1];
    if (module === undefined || NOT_SOURCE.test(path)) continue;
    sizes.set(module, (sizes.get(module) ?? 0) + linesOf(path));
  }
  return [...sizes]
    .filter(([, lines]) => lines > maxLines)
    .map(([module, lines]) => ({ module, lines }))
    .sort((one, other) => other.lines - one.lines);
}
