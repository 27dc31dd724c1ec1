import { readdirSync, readFileSync } from 'node:fs';

const MAX_OPEN_FILES = /^Max open files\s+(\d+)/m;

/** Files and sockets that this process has open, and may have; null on systems that do not tell. */
export function openFiles(): { open: number; most: number } | null {
  try {
    const most = Number(MAX_OPEN_FILES.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    // One of them is this look itself.
    return { open: readdirSync('/proc/self/fd').length - 1, most };
  } catch {
    return null;
  }
}

/**
 * Memory that the container of this process may use, in bytes; null outside of one, and where it is not bounded.
 * @param file as a container sees its own of cgroup v2.
 */
export function memoryLimitBytes(file = '/sys/fs/cgroup/memory.max'): number | null {
  try {
    const bytes = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(bytes) ? bytes : null;
  } catch {
    return null;
  }
}
