/** Resident memory of a process at a moment, in bytes and milliseconds since the load began. */
export interface MemorySample {
  atMs: number;
  bytes: number;
}

export interface MemoryGrowth {
  startBytes: number;
  middleBytes: number;
  endBytes: number;
  /** Between the first and the last fifth of what was measured after the warm-up, by their medians. */
  grownBytes: number;
  /** Of the straight line through those samples that fits best, per minute. */
  bytesPerMinute: number;
}

const EDGE_SHARE = 0.2;

/**
 * How memory developed after `warmUpMs`.
 * @throws RangeError for fewer than five samples after it.
 */
export function memoryGrowth(samples: readonly MemorySample[], warmUpMs: number): MemoryGrowth {
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs);
  const edge = Math.floor(warm.length * EDGE_SHARE);
  const [first] = samples;
  if (first === undefined || edge === 0) throw new RangeError('too few samples of memory');
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

/** Resident memory of a process, of Linux's /proc; null when it is gone. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/**
 * Memory of a process and of those that it started: what each has to itself, and what they share (of PostgreSQL the
 * buffers), counted once, by proportional set size; null when it is gone.
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
