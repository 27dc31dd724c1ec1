import { asCount } from '../lib/format.ts';

/** One place on the horizontal axis with its stacked counts. */
export interface Bar {
  key: string;
  /** In the title of the bar and the table for screen readers. */
  label: string;
  /** Below the axis; empty for most, so that labels do not touch. */
  tick: string;
  /** In the order of the series, from the axis up. */
  counts: readonly number[];
}

interface BarChartProps {
  title: string;
  series: readonly string[];
  bars: readonly Bar[];
}

const WIDTH = 460;
const HEIGHT = 170;
const TOP = 8;
const AXIS = 18;
const LEFT = 28;
const FILLS = ['fill-accent', 'fill-second/80'];
const SWATCHES = ['bg-accent', 'bg-second/80'];

/** 1, 2 or 5 times a power of ten, so that at most four lines cross the chart. */
function gridStep(most: number): number {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}

/** Stacked bars; the same figures are a table for screen readers. */
export function BarChart({ title, series, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  const step = gridStep(most);
  const top = Math.ceil(most / step) * step;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const y = (count: number) => TOP + (HEIGHT - TOP - AXIS) * (1 - count / top);
  const slot = (WIDTH - LEFT) / Math.max(1, bars.length);
  const width = Math.max(1, Math.min(28, slot * 0.72));
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
        {lines.map((count) => (
          <g key={count}>
            <line x1={LEFT} x2={WIDTH} y1={y(count)} y2={y(count)} className="stroke-line" />
            <text x={LEFT - 6} y={y(count) + 3} textAnchor="end" className="figures fill-faint text-[10px]">
              {asCount(count)}
            </text>
          </g>
        ))}
        {bars.map(({ key, label, tick, counts }, index) => {
          const x = LEFT + slot * index + (slot - width) / 2;
          let below = 0;
          return (
            <g key={key}>
              <title>{`${label}: ${counts.map((count, at) => `${asCount(count)} ${series[at]}`).join(', ')}`}</title>
              {counts.map((count, at) => {
                const from = below;
                below += count;
                return (
                  <rect
                    key={series[at]}
                    x={x}
                    y={y(below)}
                    width={width}
                    height={Math.max(0, y(from) - y(below))}
                    className={FILLS[at]}
                  />
                );
              })}
              <text x={x + width / 2} y={HEIGHT - 4} textAnchor="middle" className="fill-faint text-[10px]">
                {tick}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="flex gap-4 text-soft text-xs">
        {series.map((name, index) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className={`inline-block size-2 rounded-[2px] ${SWATCHES[index]}`} aria-hidden="true" />
            {name}
          </span>
        ))}
      </figcaption>
      <BarTable title={title} series={series} bars={bars} />
    </figure>
  );
}

function BarTable({ title, series, bars }: BarChartProps) {
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Range</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, counts }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {counts.map((count, index) => (
              <td key={series[index]}>{asCount(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
