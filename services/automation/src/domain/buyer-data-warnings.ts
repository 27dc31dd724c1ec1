import { AutomationBuyerRecord } from '@plat/contracts';
import type { TSchema } from '@sinclair/typebox';
import type { BuyerData } from './buyer-data.ts';

export interface FieldWarning {
  field: string;
  problem: string;
}

/** A number loses the leading zeros of a ZIP code and the plus of a phone number, so text is accepted too. */
const ALSO_TEXT: ReadonlySet<string> = new Set(['zip', 'possible_buyer_zip', 'landline_1', 'wireless_1', 'wireless_2']);

/** Fields with a type other than the documented one. They cause a warning, not an error. */
export function buyerDataWarnings(buyerData: BuyerData): FieldWarning[] {
  return Object.entries(AutomationBuyerRecord.properties).flatMap(([field, schema]) => {
    const value = Object.hasOwn(buyerData, field) ? buyerData[field] : null;
    const expected = documentedType(schema);
    if (value === null || typeof value === expected) return [];
    if (typeof value === 'string' && ALSO_TEXT.has(field)) return [];
    return [{ field, problem: `is documented as a ${expected}` }];
  });
}

/** `type` is a union of strings, `unitsCount` one of number and null. */
const documentedType = (schema: TSchema): string => schema.type ?? schema.anyOf?.[0]?.type ?? 'string';
