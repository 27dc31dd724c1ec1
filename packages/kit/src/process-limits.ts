import { readdirSync, readFileSync } from 'node:fs';

const MAX_OPEN_FILES = /^Max open files\s+(\d+)/m;

/** Open files and sockets of this process and their maximum; null on systems that do not report them. */
export function openFiles(): { open: number; most: number } | null {
  try {
    const most = Number(MAX_OPEN_FILES.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    // One of them is the read itself.
    return { open: readdirSync('/proc/self/fd').length - 1, most };
  } catch {
    return null;
  }
}

/**
 * Memory limit of this process's container in bytes; null without a container or a limit.
 * @param file the container's own cgroup v2 file.
 */
export function memoryLimitBytes(file = '/sys/fs/cgroup/memory.max'): number | null {
  try {
    const bytes = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(bytes) ? bytes : null;
  } catch {
    return null;
  }
}
