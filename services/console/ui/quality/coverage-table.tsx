import type { CountyCoverage } from '@plat/contracts';
import { asCount, asDay, asPercent } from '../lib/format.ts';
import { ageInDays, FRESHNESS, freshnessOf } from '../lib/freshness.ts';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote } from '../parts/notes.tsx';

const TONES = { fresh: 'bg-accent', recent: 'bg-accent/50', aging: 'bg-second/60', old: 'bg-danger' } as const;

interface CoverageProps {
  counties: readonly CountyCoverage[];
  asOf: string;
}

/** What the records of each county contain, with a colour for the age of the newest. */
export function CoverageTable({ counties, asOf }: CoverageProps) {
  if (counties.length === 0) return <EmptyNote title="No counties are imported" />;
  return (
    <>
      <CountyTiles counties={counties} asOf={asOf} />
      <DataTable
        name="Coverage of counties"
        rows={counties}
        keyOf={(one) => `${one.fips ?? one.county}-${one.state}`}
        columns={[
          { header: 'County', cell: (one) => <span className="font-medium">{nameOf(one)}</span> },
          { header: 'FIPS', cell: ({ fips }) => fips ?? '–' },
          { header: 'Newest record', cell: (one) => <Freshness county={one} asOf={asOf} /> },
          { header: 'From', cell: ({ records_from }) => asDay(records_from) },
          { header: 'Homes', cell: ({ properties }) => asCount(properties), isNumber: true },
          { header: 'Sales', cell: ({ sales }) => asCount(sales), isNumber: true },
          { header: 'Flips', cell: ({ flips }) => asCount(flips), isNumber: true },
          { header: 'Rentals', cell: ({ rentals }) => asCount(rentals), isNumber: true },
          { header: 'Buyers', cell: ({ buyers }) => asCount(buyers), isNumber: true },
          { header: 'With price', cell: (one) => asPercent(one.share_with_price), isNumber: true },
          { header: 'With phone', cell: (one) => asPercent(one.share_with_phone), isNumber: true },
        ]}
      />
    </>
  );
}

const nameOf = ({ county, state }: CountyCoverage): string => `${county ?? 'no county'}, ${state}`;

function Freshness({ county: { records_through }, asOf }: { county: CountyCoverage; asOf: string }) {
  const age = ageInDays(records_through, asOf);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className={`inline-block size-2.5 rounded-sm ${TONES[freshnessOf(age).level]}`} aria-hidden="true" />
      {asDay(records_through)}
      {age === null ? null : <span className="text-faint">{asCount(age)} days</span>}
    </span>
  );
}

/** One tile for each county by state, coloured by the age of its newest record. */
function CountyTiles({ counties, asOf }: CoverageProps) {
  const byState = [...Map.groupBy(counties, ({ state }) => state)].sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <figure className="mb-5">
      <div className="space-y-1.5" aria-hidden="true">
        {byState.map(([state, ofState]) => (
          <div key={state} className="flex items-start gap-2">
            <span className="figures w-6 text-faint text-xs">{state}</span>
            <span className="flex flex-wrap gap-1">
              {ofState.map((one) => (
                <span
                  key={one.fips ?? nameOf(one)}
                  title={`${nameOf(one)}: ${asDay(one.records_through)}`}
                  className={`size-4 rounded-sm ${TONES[freshnessOf(ageInDays(one.records_through, asOf)).level]}`}
                />
              ))}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-soft text-xs">
        Age of the newest record on {asDay(asOf)}:
        {FRESHNESS.map(({ name, level }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className={`inline-block size-2.5 rounded-sm ${TONES[level]}`} aria-hidden="true" />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
