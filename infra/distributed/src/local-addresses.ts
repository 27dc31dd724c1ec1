import type { ComposeFile, ComposeService } from './compose-file.ts';

export const LOOPBACK = '127.0.0.1';

/** Ports of every replica of every service on this machine. */
export type Addresses = ReadonlyMap<string, readonly number[]>;

/**
 * Adapts a text of the compose file to one machine without containers: service names become addresses, network
 * ranges become loopback, and container folders become folders of `directories`.
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
    // nginx resolves one name to all replicas; here each one is a separate server.
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

/** Writable folders of a service: its `tmpfs` and its mounted volumes. */
export const writableFolders = ({ tmpfs, volumes }: Pick<ComposeService, 'tmpfs' | 'volumes'>): string[] => [
  ...tmpfs,
  ...volumes.flatMap((volume) => {
    const [source = '', target = ''] = volume.split(':');
    return /^[./]/.test(source) ? [] : [target];
  }),
];
