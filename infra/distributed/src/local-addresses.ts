import type { ComposeFile, ComposeService } from './compose-file.ts';

export const LOOPBACK = '127.0.0.1';

/** Where every replica of every service listens on this machine. */
export type Addresses = ReadonlyMap<string, readonly number[]>;

/**
 * A text of the compose file as it reads on one machine without containers: names of services become addresses, the
 * networks' own ranges become loopback, and folders of a container become folders of `directories`.
 */
export function toLocal(
  text: string,
  file: Pick<ComposeFile, 'subnets'>,
  addresses: Addresses,
  directories: Readonly<Record<string, string>> = {},
): string {
  let local = text;
  for (const subnet of Object.values(file.subnets)) local = local.replaceAll(subnet, `${LOOPBACK}/32`);
  for (const [name, ports] of addresses) {
    // nginx resolves one name to all replicas; here each is a server of its own.
    local = local.replace(new RegExp(`server ${name}:\\d+( resolve)?([^;]*);`, 'g'), (_whole, _resolve, terms) =>
      ports.map((port) => `server ${LOOPBACK}:${port}${terms};`).join(' '),
    );
    local = local.replace(new RegExp(`(?<=//|@)${name}:\\d+`, 'g'), `${LOOPBACK}:${ports[0]}`);
  }
  for (const [inside, outside] of Object.entries(directories)) {
    if (local === inside || local.startsWith(`${inside}/`)) local = outside + local.slice(inside.length);
  }
  return local;
}

/** Folders that a service may write to: its `tmpfs`, and the named volumes that are mounted into it. */
export const writableFolders = ({ tmpfs, volumes }: Pick<ComposeService, 'tmpfs' | 'volumes'>): string[] => [
  ...tmpfs,
  ...volumes.flatMap((volume) => {
    const [source = '', target = ''] = volume.split(':');
    return /^[./]/.test(source) ? [] : [target];
  }),
];
