/** Entries of a backup: its manifest, the home's files and the PostgreSQL cluster. */
export const MANIFEST_ENTRY = 'manifest.json';
export const HOME_ENTRY = 'home';
export const POSTGRES_ENTRY = 'postgres';

/** The server's folder in a home, and its files outside the cluster. */
const SERVER_FOLDER = 'postgres';
const SERVER_FILES = new Set([`${SERVER_FOLDER}/password`]);
const OF_RUNNING_PROCESSES = /^(serving\.(lock|json)(-journal)?|\.probe-.*|market\/tmp)$/;

/** @param path of a file or folder, relative to the home. */
export function isBackedUp(path: string, isFolder: boolean): boolean {
  if (path === SERVER_FOLDER) return isFolder;
  if (path.startsWith(`${SERVER_FOLDER}/`)) return SERVER_FILES.has(path);
  return !OF_RUNNING_PROCESSES.test(path);
}
