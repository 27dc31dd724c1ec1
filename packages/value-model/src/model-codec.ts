import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { VALUE_MODEL_FORM } from '@plat/dataset';
import type { ValueModel } from './value-model.ts';

const ARRAY_TYPES = { Float64Array, Float32Array, Int32Array, Int16Array, Uint8Array } as const;
type ArrayType = keyof typeof ARRAY_TYPES;
type NumberArray = InstanceType<(typeof ARRAY_TYPES)[ArrayType]>;

/** Position of an array of the model in its bytes. */
interface ArrayPlace {
  $array: ArrayType;
  offset: number;
  length: number;
}

const ALIGNMENT = 8;

/** A model as text for a table, with its version: day and hash. Equal models give equal text. */
export function encodeModel(model: ValueModel): { modelVersion: string; content: string } {
  const arrays: Uint8Array[] = [];
  let offset = 0;
  const header = JSON.stringify({ form: VALUE_MODEL_FORM, model }, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as NumberArray;
    const place: ArrayPlace = { $array: typeOf(array), offset, length: array.length };
    const bytes = new Uint8Array(Math.ceil(array.byteLength / ALIGNMENT) * ALIGNMENT);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    arrays.push(bytes);
    offset += bytes.length;
    return place;
  });
  const head = Buffer.from(header, 'utf8');
  const padding = Buffer.alloc((ALIGNMENT - ((head.length + 4) % ALIGNMENT)) % ALIGNMENT, ' ');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length + padding.length);
  const bytes = Buffer.concat([length, head, padding, ...arrays]);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { modelVersion: `${model.builtOn}-${hash}`, content: gzipSync(bytes, { level: 5 }).toString('base64') };
}

/** @throws Error for text that `encodeModel` of this release did not write. */
export function decodeModel(content: string): ValueModel {
  const zipped = gunzipSync(Buffer.from(content, 'base64'));
  // A new buffer begins at offset 0, as its typed arrays need.
  const bytes = new Uint8Array(zipped).buffer;
  const headLength = new DataView(bytes).getUint32(0, true);
  const start = 4 + headLength;
  const text = Buffer.from(bytes, 4, headLength).toString('utf8');
  const { form, model } = JSON.parse(text, (_, value: unknown) => {
    if (!isPlace(value)) return value;
    return new ARRAY_TYPES[value.$array](bytes, start + value.offset, value.length);
  }) as { form: number; model: ValueModel };
  if (form !== VALUE_MODEL_FORM) throw new Error(`a value model of form ${form}, not ${VALUE_MODEL_FORM}`);
  return model;
}

function typeOf(array: NumberArray): ArrayType {
  const name = array.constructor.name;
  if (!(name in ARRAY_TYPES)) throw new Error(`no place for a ${name}`);
  return name as ArrayType;
}

const isPlace = (value: unknown): value is ArrayPlace =>
  typeof value === 'object' && value !== null && '$array' in value;
