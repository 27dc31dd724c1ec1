import type { Stage } from './stage.ts';

/** Values of properties on the build day (decision C.8) and the model that they come from. */
export const estimateValues: Stage = {
  name: 'estimate values',
  inputs: ['norm_property', 'sale'],
  outputs: ['property_value', 'value_model'],
  async run({ duck }) {
    await duck.run(`
      CREATE OR REPLACE TABLE property_value (property_id BIGINT, avm_value BIGINT, avm_value_low BIGINT, avm_value_high BIGINT);
      CREATE OR REPLACE TABLE value_model (part INTEGER, model_version VARCHAR, content VARCHAR)`);
  },
};
