import { builtInSources } from './built-in-sources.ts';
import { checkMapping, MappingError } from './check-mapping.ts';
import { closest } from './closest.ts';
import type { SourceMapping } from './mapping.ts';

/** No source has the requested name. */
export class UnknownSourceError extends MappingError {
  constructor(
    readonly given: string,
    readonly why: string,
  ) {
    super(given, [why]);
    this.message = `${given}: ${why}`;
  }
}

/** The input of `import`: canonical files, or a publisher's files through a mapping. */
export type ImportSource = 'canonical' | SourceMapping;

/**
 * The requested source: `canonical`, a built-in mapping, or the path of a mapping file (`*.json`).
 * @throws MappingError if the file is unreadable or wrong, or no source has that name.
 */
export async function loadSource(nameOrPath: string): Promise<ImportSource> {
  if (nameOrPath === 'canonical') return 'canonical';
  const builtIn = builtInSources.find((source) => source.name === nameOrPath);
  if (builtIn !== undefined) return builtIn;
  if (!nameOrPath.endsWith('.json')) {
    const names = ['canonical', ...builtInSources.map((source) => source.name)];
    const alike = closest(nameOrPath, names);
    const known = `known: ${names.join(', ')}, or the path of a .json mapping`;
    throw new UnknownSourceError(
      `"${nameOrPath}"`,
      `there is no such source; ${known}${alike === null ? '' : `; did you mean "${alike}"?`}`,
    );
  }
  const file = Bun.file(nameOrPath);
  if (!(await file.exists())) throw new MappingError(nameOrPath, ['the file does not exist']);
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch (error) {
    throw new MappingError(nameOrPath, [`not JSON: ${error instanceof Error ? error.message : 'unreadable'}`]);
  }
  return checkMapping(value, nameOrPath);
}
