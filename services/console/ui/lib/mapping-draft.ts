/** A mapping as its form holds it: plain columns, fixed texts and units. The API takes more (docs/reference/mapping.md). */

/** How one canonical column is filled; with neither column nor constant it stays empty. */
export interface ColumnChoice {
  column?: string;
  /** The same text for every row. */
  constant?: string;
  /** Factor to the canonical unit. */
  by?: number;
}

type KindChoices = Readonly<Record<string, ColumnChoice>>;

export interface MappingDraft {
  headerLine: number;
  /** Kinds of rows that the file has, with their columns. */
  kinds: Readonly<Record<string, KindChoices>>;
}

/** A column that a mapping can fill, as the API describes it. */
export interface MappingColumn {
  name: string;
  type: string;
  is_required: boolean;
  meaning: string;
}

/** Units of a canonical column: text and factor to the canonical one. */
export function unitsOf({ name, type }: MappingColumn): readonly (readonly [factor: number, text: string])[] {
  if (name === 'lot_square_feet') {
    return [
      [1, 'square feet'],
      [43_560, 'acres'],
    ];
  }
  if (type !== 'money') return [];
  return [
    [1, 'dollars'],
    [1_000, 'thousands of dollars'],
  ];
}

/** Columns that say where a row is; sales take them from the properties of the same file. */
const PLACE = ['state', 'county'] as const;
/** A row without this column has no data of its kind. */
const MARKS: Readonly<Record<string, string>> = { transfers: 'sale_date', listings: 'listing_id' };
/** A file with one of these tells sales. */
const SALE_MARKS = ['sale_date', 'grantor', 'grantee'] as const;
/** Files of one county rarely name it. */
const SAME_PLACE: KindChoices = { state: { constant: '' }, county: { constant: '' } };
const MAX_NAME = 60;

interface LookedAtFile {
  header_line: number;
  guesses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  mapping: Readonly<Record<string, unknown>> | null;
}

/** Where the form starts: the mapping of the last check, otherwise the guesses. */
export function startDraft({ header_line, guesses, mapping }: LookedAtFile): MappingDraft {
  const known = mapping === null ? null : draftOf(mapping);
  if (known !== null) return known;
  const { properties = {}, transfers = {} } = guesses;
  const hasSales = SALE_MARKS.some((column) => transfers[column] !== undefined);
  const isRoll = properties.address !== undefined || properties.latitude !== undefined || !hasSales;
  const kinds: Record<string, KindChoices> = {};
  if (isRoll) kinds.properties = { ...SAME_PLACE, ...choicesOf(properties) };
  if (hasSales) kinds.transfers = isRoll ? choicesOf(transfers) : { ...SAME_PLACE, ...choicesOf(transfers) };
  return { headerLine: header_line, kinds };
}

const choicesOf = (columns: Readonly<Record<string, string>>): KindChoices =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, { column }]));

/** The mapping that the API checks. @param fileName names the layout */
export function mappingOf({ headerLine, kinds }: MappingDraft, fileName: string): Record<string, unknown> {
  const kindNames = Object.keys(kinds);
  const produces = kindNames.map((kind) => {
    const places = kinds.properties === undefined || !sharesPlace(kind) ? {} : placesOf(kinds.properties);
    const columns = Object.fromEntries(
      Object.entries({ ...places, ...filled(kinds[kind] ?? {}) }).map(([name, choice]) => [name, expressionOf(choice)]),
    );
    const mark = MARKS[kind];
    const isPart = kindNames.length > 1 && mark !== undefined && columns[mark] !== undefined;
    return isPart ? { kind, columns, onlyWith: [mark] } : { kind, columns };
  });
  return { name: layoutName(fileName), title: fileName, inputs: [{ file: '*', headerLine, produces }] };
}

/** True for kinds that take their place from the properties beside them. */
export const sharesPlace = (kind: string): boolean => kind === 'transfers' || kind === 'listings';

const filled = (choices: KindChoices): KindChoices =>
  Object.fromEntries(Object.entries(choices).filter(([, { column, constant }]) => (column || constant?.trim()) ?? ''));

const placesOf = (properties: KindChoices): KindChoices =>
  Object.fromEntries(Object.entries(filled(properties)).filter(([name]) => PLACE.some((place) => place === name)));

function expressionOf({ column, constant, by = 1 }: ColumnChoice): unknown {
  if (constant !== undefined) return { constant: constant.trim() };
  return by === 1 ? column : { scale: column, by };
}

/** `Sales 2025.csv.gz` becomes `sales-2025`. */
const layoutName = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/\.(?:csv|tsv|psv|txt|xlsx|parquet|zip)(?:\.gz)?$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_NAME) || 'mapping';

interface Produced {
  kind: string;
  columns: Record<string, unknown>;
}

/** @returns null if the mapping says more than the form can. */
function draftOf(mapping: Readonly<Record<string, unknown>>): MappingDraft | null {
  const inputs = mapping.inputs as { headerLine?: number; produces: Produced[] }[] | undefined;
  const [input] = inputs ?? [];
  if (input === undefined || inputs?.length !== 1) return null;
  const kinds: Record<string, KindChoices> = {};
  for (const { kind, columns } of input.produces) {
    const choices = Object.entries(columns).map(([name, expression]) => [name, choiceOf(expression)] as const);
    if (choices.some(([, choice]) => choice === null)) return null;
    kinds[kind] = Object.fromEntries(choices) as KindChoices;
  }
  return { headerLine: input.headerLine ?? 1, kinds };
}

function choiceOf(expression: unknown): ColumnChoice | null {
  if (typeof expression === 'string') return { column: expression };
  const { constant, scale, by } = (expression ?? {}) as { constant?: unknown; scale?: unknown; by?: unknown };
  if (typeof constant === 'string') return { constant };
  return typeof scale === 'string' && typeof by === 'number' ? { column: scale, by } : null;
}
