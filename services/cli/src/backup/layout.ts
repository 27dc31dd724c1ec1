/** Entries of a backup: what it says of itself, the files of the home, and those of its PostgreSQL. */
export const MANIFEST_ENTRY = 'manifest.json';
export const HOME_ENTRY = 'home';
export const POSTGRES_ENTRY = 'postgres';

/** The folder of the server in a home, and what of it is no part of the cluster. */
const SERVER_FOLDER = 'postgres';
const SERVER_FILES = new Set([`${SERVER_FOLDER}/password`]);
const OF_RUNNING_PROCESSES = /^(serving\.(lock|json)(-journal)?|\.probe-.*|market\/tmp)$/;

/** @param path of a file or folder, relative to the home. */
export function isBackedUp(path: string, isFolder: boolean): boolean {
  if (path === SERVER_FOLDER) return isFolder;
  if (path.startsWith(`${SERVER_FOLDER}/`)) return SERVER_FILES.has(path);
  return !OF_RUNNING_PROCESSES.test(path);
}
