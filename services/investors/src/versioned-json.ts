import type { TObject } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

/** Reads and writes one kind of stored JSON object. */
export interface JsonCodec<T extends object> {
  /** Adds the version that this release writes. */
  encode(value: T): T & { version: number };
  /** @throws Error when the object is of a later version or has another form; it names the kind and the field */
  decode(stored: unknown): T;
}

/** Brings an object from one version to the next. */
export type Upgrade = (stored: Record<string, unknown>) => Record<string, unknown>;

export interface VersionedJson<T extends object> {
  /** Names the object in errors. */
  kind: string;
  /** The form of the latest version. Fields that it does not name are kept. */
  schema: TObject & { static: T };
  /** From version 0, which objects without a version have, to the latest, which is as high as there are upgrades. */
  upgrades: readonly Upgrade[];
}

/**
 * The codec of a kind of stored object. An older release must be able to read what this one writes, because both run
 * during an upgrade: a version may add fields, and may not move or drop one.
 */
export function versionedJson<T extends object>({ kind, schema, upgrades }: VersionedJson<T>): JsonCodec<T> {
  const check = TypeCompiler.Compile(schema);
  const latest = upgrades.length;
  return {
    encode: (value) => ({ ...value, version: latest }),
    decode: (stored) => {
      const { version, ...fields } = readVersion(kind, stored, latest);
      const upgraded = upgrades.slice(version).reduce((object, upgrade) => upgrade(object), fields);
      if (check.Check(upgraded)) return upgraded as T;
      const { path = '', message = '' } = check.Errors(upgraded).First() ?? {};
      throw new Error(`could not read a stored ${kind} of version ${version}: ${path} ${message}`);
    },
  };
}

function readVersion(kind: string, stored: unknown, latest: number): Record<string, unknown> & { version: number } {
  if (typeof stored !== 'object' || stored === null) throw new Error(`could not read a stored ${kind}: not an object`);
  const { version = 0 } = stored as { version?: unknown };
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    throw new Error(`could not read a stored ${kind}: version ${JSON.stringify(version)} is not a whole number`);
  }
  if (version > latest) {
    throw new Error(
      `could not read a stored ${kind}: a later release wrote version ${version}, this one reads ${latest}`,
    );
  }
  return { ...stored, version };
}
