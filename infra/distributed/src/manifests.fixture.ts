import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './distributed-plat.ts';

export const KUBERNETES = join(ROOT, 'infra', 'kubernetes');

export interface Container {
  name: string;
  image: string;
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  [field: string]: unknown;
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: every kind of object
  spec?: any;
  data?: Record<string, string>;
  file: string;
}

/** Every object of the base, in the order of its kustomization. */
export function manifests(): Manifest[] {
  const { resources } = parse(readFileSync(join(KUBERNETES, 'base', 'kustomization.yaml'), 'utf8'));
  return (resources as string[]).flatMap((file) =>
    parseAllDocuments(readFileSync(join(KUBERNETES, 'base', file), 'utf8')).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
      return { ...(document.toJS() as Manifest), file };
    }),
  );
}

/** The only container of a deployment. */
export function containerOf(deployment: string): Container {
  const found = manifests().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === deployment);
  if (found === undefined) throw new Error(`there is no deployment ${deployment}`);
  return found.spec.template.spec.containers[0];
}

/** Its environment; secrets get a value in the form of the secret. */
export function environmentOf(container: Container): Record<string, string> {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) =>
    manifests()
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)
      .map(({ data }) => data ?? {}),
  );
  const own = (container.env ?? []).map(({ name, value, valueFrom }) => [
    name,
    value ?? secretLike(name, valueFrom?.secretKeyRef?.name),
  ]);
  return Object.assign({}, ...maps, Object.fromEntries(own));
}

const secretLike = (name: string, secret: string | undefined): string => {
  if (secret === 'plat-databases') return 'postgres://role:secret@host/plat';
  return name.endsWith('_URL') ? 'https://provider.example.com' : 'x'.repeat(64);
};
