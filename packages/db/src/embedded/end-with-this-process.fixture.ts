/**
 * Kills the servers of a test when this process ends. A killed run executes no hooks and servers are daemons, so a
 * separate process waits, kills them and removes their folder.
 * @param clusters data directories; those without a running server are skipped.
 * @returns the waiting process; kill it when there is nothing left to clean up.
 */
export function endWithThisProcess(folder: string, clusters: readonly string[]): Bun.Subprocess {
  const pids = clusters.map((data) => `"$(head -n 1 '${data}/postmaster.pid' 2>/dev/null)"`).join(' ');
  const script = `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done
    for pid in ${pids}; do [ -n "$pid" ] && kill -QUIT "$pid"; done; sleep 1; rm -rf '${folder}'`;
  const guard = Bun.spawn(['sh', '-c', script], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  });
  guard.unref();
  return guard;
}
