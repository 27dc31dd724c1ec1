import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { asCount, asDollars } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Choice } from '../parts/form.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';

const COUNTED = ['properties', 'sales', 'flips', 'rentals', 'buyers'] as const;
type Figures = Record<(typeof COUNTED)[number], number> & { median_price: number | null };

interface ComparedCounty {
  state: string;
  county: string | null;
  fips: string | null;
  before: Figures | null;
  after: Figures | null;
}

/** Two kept versions beside each other, by county. @param versions newest first */
export function VersionCompare({ versions }: { versions: readonly number[] }) {
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({});
  const [newest, previous] = versions.map(String);
  const before = chosen.before ?? previous;
  const after = chosen.after ?? newest;
  const compared = useQuery({
    queryKey: ['versions', 'compare', before, after],
    queryFn: () =>
      adminCall<{ counties: ComparedCounty[] }>('GET', '/admin/v1/versions/compare', { query: { before, after } }),
    enabled: before !== undefined && after !== undefined,
  });
  if (before === undefined || after === undefined) return null;
  const options = versions.map((version) => [String(version), `version ${version}`] as const);
  return (
    <div className="mt-6 space-y-3">
      <h3 className="font-semibold">Compare versions</h3>
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Before"
          value={before}
          onChange={(version) => setChosen({ ...chosen, before: version })}
          options={options}
        />
        <Choice
          label="After"
          value={after}
          onChange={(version) => setChosen({ ...chosen, after: version })}
          options={options}
        />
      </div>
      {compared.isError ? <FailureNote error={compared.error} retry={() => compared.refetch()} /> : null}
      {compared.isPending ? <WaitingLines lines={2} what="the comparison" /> : null}
      {compared.data === undefined ? null : <Compared counties={compared.data.counties} />}
    </div>
  );
}

function Compared({ counties }: { counties: readonly ComparedCounty[] }) {
  return (
    <DataTable
      name="Comparison by county"
      rows={counties}
      keyOf={({ state, county, fips }) => `${state} ${fips ?? county}`}
      columns={[
        {
          header: 'County',
          cell: ({ county, state }) => (
            <span className="font-medium">
              {county ?? '–'}, {state}
            </span>
          ),
        },
        ...COUNTED.map((name) => ({
          header: name,
          isNumber: true,
          cell: ({ before, after }: ComparedCounty) => (
            <Change before={asCount(before?.[name])} after={asCount(after?.[name])} />
          ),
        })),
        {
          header: 'median price, last year',
          isNumber: true,
          cell: ({ before, after }: ComparedCounty) => (
            <Change before={asDollars(before?.median_price)} after={asDollars(after?.median_price)} />
          ),
        },
      ]}
    />
  );
}

const Change = ({ before, after }: { before: string; after: string }) =>
  before === after ? (
    <span className="text-soft">{after}</span>
  ) : (
    <>
      {before} → {after}
    </>
  );
