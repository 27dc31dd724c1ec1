import type { ForwardSale } from '@plat/value-model';
import { measureForwardSales } from '@plat/value-model';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import type { Stage } from '../stages/stage.ts';

/** Accuracy of values on the sales of each county's last four quarters (docs/rules/values.md): `value_accuracy`. */
export const measureValues: Stage = {
  name: 'measure values',
  inputs: ['forward_sale', 'value_model'],
  outputs: ['value_accuracy'],
  async run({ duck }) {
    let modelVersion = '';
    await eachRow(duck, 'SELECT model_version FROM value_model WHERE part = 0', ([version]) => {
      modelVersion = String(version);
    });
    const sales: ForwardSale[] = [];
    await eachRow(duck, 'SELECT county, property_type, day, error, scale, log_price FROM forward_sale', (row) => {
      const [county, propertyType, day, error, scale, logPrice] = row;
      const name = county === null || county === undefined ? null : String(county);
      sales.push({
        county: name,
        propertyType: String(propertyType),
        day: Number(day),
        error: Number(error),
        scale: Number(scale),
        logPrice: Number(logPrice),
      });
    });
    const columns =
      'county VARCHAR, property_type VARCHAR, model_version VARCHAR, evaluated_on VARCHAR, metrics VARCHAR';
    await createTable(duck, 'value_accuracy', columns, (append) => {
      for (const { county, property_type: propertyType, evaluated_on: lastDay, ...metrics } of measureForwardSales(
        sales,
      )) {
        append([county, propertyType, modelVersion, lastDay, JSON.stringify(metrics)]);
      }
    });
    await duck.run('DROP TABLE forward_sale');
  },
};
