export { builtInSources } from './built-in-sources.ts';
export { MappingError, missingColumns } from './check-mapping.ts';
export { closest } from './closest.ts';
export { type ImportSource, loadSource, UnknownSourceError } from './load-mapping.ts';
export {
  type ColumnExpression,
  importColumns,
  PLACE_COLUMNS,
  type ProducedRows,
  type SourceInput,
  type SourceMapping,
} from './mapping.ts';
