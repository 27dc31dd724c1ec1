import type { ImportPreview } from '@plat/contracts/admin';
import { asCount, asPlural } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Figure } from '../parts/figure.tsx';

const MOST_PLACES = 10;

/** What an import of the file would add: counts, places, problems and the first rows. */
export function PreviewSection({ value: preview }: { value: ImportPreview }) {
  const { kinds, places, rejects, left_out, rejected_rows, notes } = preview;
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {kinds.map(({ kind, read, kept, rejected }) => (
          <Figure key={kind} label={kind} note={rejected === 0 ? 'no bad rows' : `${asPlural(rejected, 'bad row')}`}>
            {asCount(kept)} of {asCount(read)}
          </Figure>
        ))}
      </dl>
      {places.length === 0 ? null : (
        <p>
          {places
            .slice(0, MOST_PLACES)
            .map(({ state, county, rows }) => `${county ?? 'no county named'}, ${state}: ${asPlural(rows, 'row')}`)
            .join('; ')}
          {places.length > MOST_PLACES ? ` and ${asPlural(places.length - MOST_PLACES, 'more place')}` : ''}
        </p>
      )}
      <Reasons name="Rows left out" reasons={rejects} />
      <Reasons name="Cells left out of rows that are kept" reasons={left_out} />
      {rejected_rows.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-soft">The first rows left out</summary>
          <div className="mt-2">
            <DataTable
              name="The first rows left out"
              rows={rejected_rows.map((row, at) => ({ ...row, at }))}
              keyOf={({ at }) => String(at)}
              columns={[
                { header: 'Line', cell: ({ line }) => line ?? '–', isNumber: true },
                { header: 'Rows of', cell: ({ kind }) => kind },
                { header: 'Column', cell: ({ column }) => column ?? '–' },
                { header: 'Text', cell: ({ value }) => value ?? '–' },
                { header: 'Reason', cell: ({ reason }) => reason },
              ]}
            />
          </div>
        </details>
      )}
      {notes.map((note) => (
        <p key={note} className="text-soft">
          {note}
        </p>
      ))}
      {kinds.map((one) => (
        <Sample key={one.kind} value={one} />
      ))}
    </div>
  );
}

function Reasons({ name, reasons }: { name: string; reasons: ImportPreview['rejects'] }) {
  if (reasons.length === 0) return null;
  return (
    <DataTable
      name={name}
      rows={reasons}
      keyOf={({ reason }) => reason}
      columns={[
        { header: name, cell: ({ reason }) => reason },
        { header: 'Count', cell: ({ count }) => asCount(count), isNumber: true },
      ]}
    />
  );
}

interface SampleRow {
  cells: ImportPreview['kinds'][number]['sample'][number];
  at: number;
}

function Sample({ value: { kind, columns, sample } }: { value: ImportPreview['kinds'][number] }) {
  if (sample.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-semibold">
        The first {asPlural(sample.length, 'row')} of {kind}
      </h3>
      <DataTable
        name={`First rows of ${kind}`}
        rows={sample.map((cells, at) => ({ cells, at }))}
        keyOf={({ at }) => String(at)}
        columns={columns.map((column, at) => ({
          header: column,
          cell: ({ cells }: SampleRow) => <span className="whitespace-nowrap">{String(cells[at] ?? '–')}</span>,
        }))}
      />
    </div>
  );
}
