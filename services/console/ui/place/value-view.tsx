import type { RetailCompsAnswer } from '@plat/client';
import { Download, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { retailCompsBody, useRetailComps } from '../api/place-queries.ts';
import { downloadCsv } from '../lib/csv.ts';
import { asDay, asDollars, asNumber, asPlural } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { Figure } from '../parts/figure.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';
import { RangeBar } from '../parts/range-bar.tsx';
import { COMP_COLUMNS, CompsTable, compRow } from './comps-table.tsx';
import { compPoints } from './map-points.ts';
import { NeedsAddress } from './needs-address.tsx';
import { PlaceMap } from './place-map.tsx';
import { SubjectLine } from './subject-line.tsx';
import type { ViewProps } from './view-props.ts';

const METHODS: Readonly<Record<string, string>> = {
  resale: 'A flipper resold this home within a year',
  flip_resales: 'From resales of flips nearby',
  top_tercile: 'From the most expensive third nearby per square foot',
  value_ratio: 'From the usual ratio of flip resales to values here',
  as_is_floor: 'Renovation adds nothing that the sales nearby would show',
};

/** What the home is worth today and renovated, and the sales that say so. */
export default function ValueView({ place, update }: ViewProps) {
  return (
    <NeedsAddress place={place}>
      <Value place={place} update={update} />
    </NeedsAddress>
  );
}

function Value({ place, update }: ViewProps) {
  const found = useRetailComps(place);
  const [hovered, setHovered] = useState<string | null>(null);
  const points = useMemo(() => compPoints(found.data?.comps ?? []), [found.data]);
  if (found.isPending) {
    return (
      <div className="px-4 py-6">
        <WaitingLines lines={6} what="values" />
      </div>
    );
  }
  if (found.isError) return <FailureNote error={found.error} retry={() => found.refetch()} />;
  const { comps, subject, explanation } = found.data;
  const request = { operation: 'retailComps', method: 'POST', path: '/v1/retail-comps', body: retailCompsBody(place) };
  return (
    <div className="mx-auto max-w-6xl px-4 py-6">
      <SubjectLine subject={subject} />
      <Values found={found.data} />
      <div className="mt-8 mb-2 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 className="font-semibold text-base">{asPlural(comps.length, 'comparable sale')}</h2>
          {explanation === undefined ? null : (
            <p className="figures text-soft text-xs">
              Within {asNumber(explanation.radius_miles)} mi and {explanation.days_back} days of{' '}
              {asDay(explanation.as_of_date)}
              {explanation.annual_price_change_percent === null
                ? ''
                : `; prices here changed ${explanation.annual_price_change_percent}% a year`}
            </p>
          )}
        </div>
        <div className="flex gap-1 print:hidden">
          <Button small look="quiet" onClick={() => downloadCsv('comps.csv', COMP_COLUMNS, comps.map(compRow))}>
            <Download size={14} aria-hidden="true" />
            CSV
          </Button>
          <Button small look="quiet" aria-label="Print" onClick={() => window.print()}>
            <Printer size={14} aria-hidden="true" />
          </Button>
          <CopyAs request={request} />
        </div>
      </div>
      <div className="mb-4 h-72 overflow-hidden rounded-md border border-line print:hidden">
        <PlaceMap
          place={explanation === undefined ? place : { ...place, radius: explanation.radius_miles }}
          points={points}
          hoveredId={hovered}
          onHover={setHovered}
          selectedId={place.selected}
          onSelect={(selected) => update({ selected })}
        />
      </div>
      <CompsTable comps={comps} hoveredId={hovered} onHover={setHovered} />
    </div>
  );
}

function Values({ found: { avm, arv } }: { found: RetailCompsAnswer }) {
  const ends = [avm, arv].flatMap((value) => (value === null ? [] : [value.value_low, value.value_high]));
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return (
    <dl className="mt-5 grid gap-x-12 gap-y-6 sm:grid-cols-2">
      {avm === null ? (
        <Figure label="As it is today" large note="Too few sales to value it">
          –
        </Figure>
      ) : (
        <Figure
          label="As it is today"
          large
          note={
            <>
              <RangeBar low={avm.value_low} value={avm.value} high={avm.value_high} from={from} to={to} tone="second" />
              {asDollars(avm.value_low)} to {asDollars(avm.value_high)} holds {Math.round(100 * avm.confidence_level)}{' '}
              of 100 sales; confidence {avm.confidence_score} of 100
            </>
          }
        >
          {asDollars(avm.value)}
        </Figure>
      )}
      {arv === null ? (
        <Figure label="After repair" large note="No renovated homes nearby to compare with">
          –
        </Figure>
      ) : (
        <Figure
          label="After repair (ARV)"
          large
          note={
            <>
              <RangeBar low={arv.value_low} value={arv.value} high={arv.value_high} from={from} to={to} />
              {METHODS[arv.method] ?? arv.method}
              {arv.comp_count > 0 ? `: ${asPlural(arv.comp_count, 'sale')}` : ''}
            </>
          }
        >
          {asDollars(arv.value)}
        </Figure>
      )}
    </dl>
  );
}
