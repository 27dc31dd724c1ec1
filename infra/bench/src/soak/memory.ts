/** Resident memory of a process at one time, in bytes and milliseconds since the load began. */
export interface MemorySample {
  atMs: number;
  bytes: number;
}

export interface MemoryGrowth {
  startBytes: number;
  middleBytes: number;
  endBytes: number;
  /** Difference between the medians of the first and the last fifth of the samples after the warm-up. */
  grownBytes: number;
  /** Slope of the best-fitting line through those samples, per minute. */
  bytesPerMinute: number;
}

const EDGE_SHARE = 0.2;

/**
 * Memory growth after `warmUpMs`.
 * @throws RangeError for fewer than five samples after it.
 */
export function memoryGrowth(samples: readonly MemorySample[], warmUpMs: number): MemoryGrowth {
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs);
  const edge = Math.floor(warm.length * EDGE_SHARE);
  const [first] = samples;
  if (first === undefined || edge === 0) throw new RangeError('too few memory samples');
  const endBytes = medianBytes(warm.slice(-edge));
  return {
    startBytes: first.bytes,
    middleBytes: medianBytes(warm.slice(Math.floor((warm.length - edge) / 2)).slice(0, edge)),
    endBytes,
    grownBytes: endBytes - medianBytes(warm.slice(0, edge)),
    bytesPerMinute: slope(warm) * 60_000,
  };
}

function medianBytes(samples: readonly MemorySample[]): number {
  const sorted = samples.map(({ bytes }) => bytes).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Least squares, in bytes per millisecond. */
function slope(samples: readonly MemorySample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMean = mean(samples.map(({ atMs }) => atMs));
  const bytesMean = mean(samples.map(({ bytes }) => bytes));
  let covariance = 0;
  let variance = 0;
  for (const { atMs, bytes } of samples) {
    covariance += (atMs - atMean) * (bytes - bytesMean);
    variance += (atMs - atMean) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}

/** Resident memory of a process from Linux's /proc; null when it has ended. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/**
 * Memory of a process and its children by proportional set size: private memory, and shared memory (PostgreSQL's
 * buffers) counted once. Null when the process has ended.
 */
export async function familyBytes(pid: number): Promise<{ own: number; shared: number } | null> {
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`)
    .text()
    .catch(() => '');
  const pids = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  const rollups = await Promise.all(
    pids.map((one) =>
      Bun.file(`/proc/${one}/smaps_rollup`)
        .text()
        .catch(() => ''),
    ),
  );
  const sum = (field: string) =>
    rollups.reduce(
      (bytes, rollup) => bytes + Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0),
      0,
    ) * 1024;
  const family = { own: sum('Pss_Anon'), shared: sum('Pss_Shmem') };
  return family.own === 0 ? null : family;
}
