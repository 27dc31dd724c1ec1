import { type DatasetTable, property_type, region, required } from './columns.ts';

/**
 * The stored form of a value model. A new form changes `LAYOUT_HASH`, so that homes rebuild their models instead of
 * misreading them.
 */
export const VALUE_MODEL_FORM = 2;

/** Value models and their measured accuracy. */
export const VALUE_TABLES = {
  value_model: {
    doc: 'The value model of a region (docs/rules/values.md), split into parts; no rows with too few sales or without prices.',
    columns: {
      region,
      part: required('integer', 'from 0'),
      model_version: required('text', 'newest day of a county and hash of the contents: 2026-01-31-1a2b3c4d'),
      content: required('text', 'base64 of the compressed model, to be joined in order of parts'),
    },
    storedInOrderOf: ['part'],
    indexes: [],
  },
  value_accuracy: {
    doc: "How close values come to the sales of each county's last four quarters, by property type; measured at publish.",
    columns: {
      region,
      county: required('text', 'as recorded, or unknown'),
      property_type,
      model_version: required('text', 'the model that was measured'),
      evaluated_on: required('date', 'last day of the measured sales'),
      metrics: required('text', 'JSON of the other fields of GET /v1/accuracy'),
    },
    storedInOrderOf: ['county', 'property_type'],
    indexes: [],
  },
} as const satisfies Record<string, DatasetTable>;
