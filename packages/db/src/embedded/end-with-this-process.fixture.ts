/**
 * A run that is killed runs no hooks, and servers are daemons: another process waits for the end of this one, then ends
 * them and removes their folder.
 * @param clusters data directories; what has no server by then is left alone.
 * @returns the process that waits, to be killed once there is nothing to end.
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
