import { arch, platform } from 'node:os';
import { PlainError } from '@plat/standalone/failures';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Raised when older releases cannot read the new format. */
export const BACKUP_FORMAT = 2;

/** The first entry of a backup: its description. */
const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  made_at: Type.String({ description: 'ISO 8601 instant when the copy began' }),
  /** A cluster requires the same major version, operating system and processor. */
  postgres: Type.String({ pattern: '^\\d+\\.\\d+' }),
  system: Type.String({ description: 'for example linux-x64' }),
});
export type Manifest = Static<typeof Manifest>;

export const thisSystem = (): string => `${platform()}-${arch()}`;

const majorOf = (version: string): string => version.split('.')[0] ?? '';

/**
 * @param postgres version of the embedded server here.
 * @throws PlainError if this Plat cannot restore the described backup.
 */
export function readManifest(text: string, postgres: string): Manifest {
  const manifest = parse(text);
  const { format } = manifest as { format?: unknown };
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new PlainError(
      `The backup has format ${format}, but this Plat reads formats up to ${BACKUP_FORMAT}.`,
      'Restore it with the release that made it, or a later one. Nothing was changed.',
    );
  }
  if (!Value.Check(Manifest, manifest)) {
    throw new PlainError('The file is not a Plat backup.', 'Check the path. Nothing was changed.');
  }
  if (manifest.system !== thisSystem()) {
    throw new PlainError(
      `The backup was made on ${manifest.system}, but this machine is ${thisSystem()}.`,
      'Restore it on a machine of that kind. Nothing was changed.',
    );
  }
  if (majorOf(manifest.postgres) !== majorOf(postgres)) {
    throw new PlainError(
      `The backup holds the files of PostgreSQL ${majorOf(manifest.postgres)}, but this Plat contains ${majorOf(postgres)}.`,
      'Restore it with the release that made it, then follow docs/operate/upgrade.md. Nothing was changed.',
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
