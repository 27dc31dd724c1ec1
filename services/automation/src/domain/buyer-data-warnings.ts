import { AutomationBuyerRecord } from '@plat/contracts';
import type { TSchema } from '@sinclair/typebox';
import type { BuyerData } from './trigger.ts';

export interface FieldWarning {
  field: string;
  problem: string;
}

/** A number loses the leading zeros of a ZIP code and the plus of a phone, so text is as good (decision 84). */
const ALSO_TEXT: ReadonlySet<string> = new Set(['zip', 'possible_buyer_zip', 'landline_1', 'wireless_1', 'wireless_2']);

/** Fields of the documented record that have another type than documented; they are no reason to refuse (decision 87). */
export function buyerDataWarnings(buyerData: BuyerData): FieldWarning[] {
  return Object.entries(AutomationBuyerRecord.properties).flatMap(([field, schema]) => {
    const value = Object.hasOwn(buyerData, field) ? buyerData[field] : null;
    const expected = documentedType(schema);
    if (value === null || typeof value === expected) return [];
    if (typeof value === 'string' && ALSO_TEXT.has(field)) return [];
    return [{ field, problem: `is documented as a ${expected}` }];
  });
}

/** `type` and `unitsCount` are unions, of texts and of a number and null. */
const documentedType = (schema: TSchema): string => schema.type ?? schema.anyOf?.[0]?.type ?? 'string';
