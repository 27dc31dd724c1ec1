import type { ImportDetails } from '@plat/contracts/admin';
import { useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange } from '../api/admin-pages.ts';
import { type ColumnChoice, type MappingColumn, mappingOf, sharesPlace, startDraft } from '../lib/mapping-draft.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/form.tsx';
import { ColumnField } from './column-fields.tsx';

export interface MappingKind {
  kind: string;
  columns: readonly MappingColumn[];
}

const KIND_TEXTS: Readonly<Record<string, string>> = {
  properties: 'Parcels of the roll',
  transfers: 'Sales and other transfers',
  contacts: 'Contacts of owners',
  suppressions: 'Do-not-contact entries',
  listings: 'Closed listings',
  rents: 'Rents by ZIP code',
};
/** Columns that most files have; the others are folded away while nothing fills them. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  properties: ['parcel_id', 'address', 'city', 'state', 'county', 'zip', 'latitude', 'longitude', 'owner_name_1'],
  transfers: ['parcel_id', 'sale_date', 'price', 'grantor', 'grantee', 'document_id', 'state', 'county'],
};

/** Says which column of the file is which, starting from the closest guess, and has the file checked. */
export function MappingForm({ value: file, kinds }: { value: ImportDetails; kinds: readonly MappingKind[] }) {
  const [draft, setDraft] = useState(() => startDraft(file));
  const checking = useAdminChange(['imports'], () =>
    adminCall('POST', '/admin/v1/imports/preview', {
      query: { import: file.id },
      body: { mapping: mappingOf(draft, file.file_name) },
    }),
  );
  const setKind = (kind: string, columns: Readonly<Record<string, ColumnChoice>> | undefined) => {
    const { [kind]: _, ...others } = draft.kinds;
    setDraft({ ...draft, kinds: columns === undefined ? others : { ...draft.kinds, [kind]: columns } });
  };
  return (
    <form
      aria-label="Mapping"
      onSubmit={(event) => {
        event.preventDefault();
        checking.mutate();
      }}
    >
      <p className="mb-3 text-soft">
        Say which column of the file is which. Dates and prices are read in any usual form. * is needed.
      </p>
      <fieldset className="mb-4 flex flex-wrap gap-x-5 gap-y-2">
        <legend className="label mb-1">What the rows of the file tell</legend>
        {kinds.map(({ kind }) => (
          <label key={kind} className="inline-flex items-center gap-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={draft.kinds[kind] !== undefined}
              onChange={({ target }) => setKind(kind, target.checked ? guessed(file, kind) : undefined)}
            />
            {KIND_TEXTS[kind] ?? kind}
          </label>
        ))}
      </fieldset>
      {kinds.map((one) => {
        const choices = draft.kinds[one.kind];
        return choices === undefined ? null : (
          <KindFields
            key={one.kind}
            value={one}
            headers={file.columns}
            choices={choices}
            hidesPlace={sharesPlace(one.kind) && draft.kinds.properties !== undefined}
            onChange={(columns) => setKind(one.kind, columns)}
          />
        );
      })}
      <label className="mb-4 block w-40">
        <span className="label">Line of the header</span>
        <input
          type="number"
          min={1}
          max={1000}
          value={draft.headerLine}
          onChange={({ target }) => setDraft({ ...draft, headerLine: Math.max(1, Number(target.value)) })}
          className="field w-full"
        />
      </label>
      <Button type="submit" look="primary" disabled={checking.isPending || Object.keys(draft.kinds).length === 0}>
        Check the file
      </Button>
      <Problem error={checking.error} />
    </form>
  );
}

const guessed = ({ guesses }: ImportDetails, kind: string): Readonly<Record<string, ColumnChoice>> =>
  Object.fromEntries(Object.entries(guesses[kind] ?? {}).map(([name, column]) => [name, { column }]));

interface KindFieldsProps {
  value: MappingKind;
  headers: readonly string[];
  choices: Readonly<Record<string, ColumnChoice>>;
  hidesPlace: boolean;
  onChange: (choices: Readonly<Record<string, ColumnChoice>>) => void;
}

function KindFields({ value: { kind, columns }, headers, choices, hidesPlace, onChange }: KindFieldsProps) {
  const usual = USUAL[kind] ?? columns.map(({ name }) => name);
  // Decided once, so that a field does not move while it is filled.
  const [isOpen] = useState(
    () => new Set(columns.filter(({ name }) => usual.includes(name) || choices[name] !== undefined)),
  );
  const shown = hidesPlace ? columns.filter(({ name }) => name !== 'state' && name !== 'county') : columns;
  const field = (column: MappingColumn) => (
    <ColumnField
      key={column.name}
      kind={kind}
      column={column}
      headers={headers}
      choice={choices[column.name] ?? {}}
      onChange={(choice) => onChange({ ...choices, [column.name]: choice })}
    />
  );
  const folded = shown.filter((column) => !isOpen.has(column));
  return (
    <fieldset className="mb-4 rounded-lg border border-line bg-surface p-4">
      <legend className="px-1 font-semibold">{KIND_TEXTS[kind] ?? kind}</legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shown.filter((column) => isOpen.has(column)).map(field)}
      </div>
      {folded.length === 0 ? null : (
        <details className="mt-3">
          <summary className="cursor-pointer text-soft">{folded.length} more columns</summary>
          <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">{folded.map(field)}</div>
        </details>
      )}
    </fieldset>
  );
}
