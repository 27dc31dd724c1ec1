import { type ColumnChoice, type MappingColumn, unitsOf } from '../lib/mapping-draft.ts';

/** Value of the choice that asks for one text for all rows. No header of a file has a line break. */
const SAME = '\n';

interface ColumnFieldProps {
  kind: string;
  column: MappingColumn;
  /** Columns of the file. */
  headers: readonly string[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

/** One canonical column: the file's column for it, or a text for all rows, and its unit. */
export function ColumnField({ kind, column, headers, choice, onChange }: ColumnFieldProps) {
  const { name, is_required, meaning } = column;
  const label = `${kind} ${name}`;
  const units = unitsOf(column);
  const isSame = choice.constant !== undefined;
  return (
    <div className="min-w-0">
      <span className="block font-medium text-xs">
        {name.replaceAll('_', ' ')}
        {is_required ? <span className="text-danger"> *</span> : null}
      </span>
      <span className="mb-1 block text-2xs text-soft">{meaning}</span>
      <div className="flex gap-1">
        <select
          aria-label={label}
          value={isSame ? SAME : (choice.column ?? '')}
          onChange={({ target }) =>
            onChange(target.value === SAME ? { constant: '' } : target.value === '' ? {} : { column: target.value })
          }
          className="field min-w-0 flex-1"
        >
          <option value="">not in the file</option>
          <option value={SAME}>the same for every row</option>
          {headers.map((header) => (
            <option key={header} value={header}>
              {header}
            </option>
          ))}
        </select>
        {isSame ? (
          <input
            aria-label={`${label} of every row`}
            value={choice.constant}
            autoComplete="off"
            onChange={({ target }) => onChange({ constant: target.value })}
            className="field w-28"
          />
        ) : null}
        {choice.column !== undefined && units.length > 0 ? (
          <select
            aria-label={`${label} unit`}
            value={choice.by ?? 1}
            onChange={({ target }) => onChange({ ...choice, by: Number(target.value) })}
            className="field w-28"
          >
            {units.map(([by, text]) => (
              <option key={by} value={by}>
                {text}
              </option>
            ))}
          </select>
        ) : null}
      </div>
    </div>
  );
}
