const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Script runners forward a Ctrl-C that the terminal already sent to every process. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `stop` once, on the first signal, then exits with its status (1 if it fails). A later signal exits
 * immediately.
 * @returns a function that removes the handlers.
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
