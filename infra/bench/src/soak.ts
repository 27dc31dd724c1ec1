import { parseArgs } from 'node:util';
import { failuresOf, soakReport } from './soak/report.ts';
import { runSoak } from './soak/run-soak.ts';

const MB = 1024 * 1024;

const HELP = `Usage: bun run soak [options]

Runs a whole Plat under a mixed load at a steady rate, and prints throughput, latencies and memory. Exits 1 on any
error, on a background search without a webhook, and when Plat or PostgreSQL grows after the warm-up.

  --minutes N    duration (10)
  --rate N       requests per second, or auto: 40 % of the maximum of this machine (auto)
  --parcels N    size of the synthetic market (20000)
  --grown-mb N   megabytes that Plat, and PostgreSQL without its buffers, may grow after the first quarter (64)`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: 'auto' },
    parcels: { type: 'string', default: '20000' },
    'grown-mb': { type: 'string', default: '64' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  console.error(`Not a positive number: ${text}\n\n${HELP}`);
  process.exit(2);
}

const maxGrowthBytes = positive(values['grown-mb']) * MB;
const result = await runSoak({
  seconds: positive(values.minutes) * 60,
  perSecond: values.rate === 'auto' ? null : positive(values.rate),
  parcels: Math.round(positive(values.parcels)),
  tell: (line) => console.error(line),
});
console.log(soakReport(result));
const failures = failuresOf(result, maxGrowthBytes);
for (const failure of failures) console.error(`failed: ${failure}`);
if (failures.length > 0) console.error(result.complaints);
process.exit(failures.length === 0 ? 0 : 1);
