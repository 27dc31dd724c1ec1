const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Ctrl-C reaches this process twice when a script runner forwards what the terminal already sent to all. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `stop` once, on the first signal, and ends the process with the exit status that it returns (1 when it fails).
 * A later signal ends the process at once.
 * @returns takes the handlers off again.
 */
export function onStopSignals(stop: () => Promise<number>): () => void {
  let firstMs: number | undefined;
  const onSignal = async () => {
    const nowMs = performance.now();
    if (firstMs !== undefined) {
      if (nowMs - firstMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstMs = nowMs;
    try {
      process.exit(await stop());
    } catch (error) {
      process.stderr.write(`The stop failed: ${(error as Error).message}\n`);
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
