import { arch, platform } from 'node:os';
import { PlainError } from '@plat/standalone/failures';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Raised when a Plat of today could not read what a later one writes. */
export const BACKUP_FORMAT = 2;

/** What a backup says of itself, before everything else in it. */
const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  made_at: Type.String({ description: 'ISO 8601 instant at which the copy was begun' }),
  /** The files of PostgreSQL are those of a major version, an operating system and a processor. */
  postgres: Type.String({ pattern: '^\\d+\\.\\d+' }),
  system: Type.String({ description: 'such as linux-x64' }),
});
export type Manifest = Static<typeof Manifest>;

export const thisSystem = (): string => `${platform()}-${arch()}`;

const majorOf = (version: string): string => version.split('.')[0] ?? '';

/**
 * @param postgres the version of the embedded server here.
 * @throws PlainError when this Plat cannot restore what the text speaks of.
 */
export function readManifest(text: string, postgres: string): Manifest {
  const manifest = parse(text);
  const { format } = manifest as { format?: unknown };
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new PlainError(
      `The backup has format ${format}, and this Plat reads up to ${BACKUP_FORMAT}.`,
      'Restore it with the release of Plat that made it, or a later one. Nothing was changed.',
    );
  }
  if (!Value.Check(Manifest, manifest)) {
    throw new PlainError('The file is no backup of Plat.', 'Check which file it is. Nothing was changed.');
  }
  if (manifest.system !== thisSystem()) {
    throw new PlainError(
      `The backup was made on ${manifest.system}, and this is ${thisSystem()}.`,
      'Restore it on such a machine. Nothing was changed.',
    );
  }
  if (majorOf(manifest.postgres) !== majorOf(postgres)) {
    throw new PlainError(
      `The backup holds the files of PostgreSQL ${majorOf(manifest.postgres)}, and this Plat comes with ${majorOf(postgres)}.`,
      'Restore it with the release of Plat that made it; docs/operate/upgrade.md says how to go on from there. Nothing was changed.',
    );
  }
  return manifest;
}

function parse(text: string): object {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}
