// OpenTelemetry's attribute values as plain JSON that PostgreSQL can store.
import { storable } from "@/lib/bounds/storable";
import type { OtlpAttributes } from "@/lib/contracts/traces/otlp";

export type Attributes = Record<string, unknown>;

const MAX_DEPTH = 32;

/** Keys as given; of two equal keys, the last counts. */
export const readAttributes = (attributes: OtlpAttributes, depth = 0): Attributes =>
  Object.fromEntries((attributes ?? []).map(({ key, value }) => [storable(key), readValue(value, depth)]));

/** One `AnyValue`; null if it has none, or one that is nested too deep. */
function readValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return null;
  if ("stringValue" in value) return typeof value.stringValue === "string" ? storable(value.stringValue) : null;
  if ("boolValue" in value) return value.boolValue === true;
  if ("intValue" in value) return readInteger(value.intValue);
  if ("doubleValue" in value) return readDouble(value.doubleValue);
  if ("bytesValue" in value) return readBytes(value.bytesValue);
  if ("arrayValue" in value) return valuesOf(value.arrayValue).map((entry) => readValue(entry, depth + 1));
  if ("kvlistValue" in value) return readAttributes(valuesOf(value.kvlistValue).filter(isKeyValue), depth + 1);
  return null;
}

const valuesOf = (list: unknown): unknown[] =>
  list !== null && typeof list === "object" && "values" in list && Array.isArray(list.values) ? list.values : [];

const isKeyValue = (entry: unknown): entry is { key: string; value?: unknown } =>
  entry !== null && typeof entry === "object" && "key" in entry && typeof entry.key === "string";

/** 64-bit integers that a JSON number cannot represent exactly stay text. */
function readInteger(value: unknown): number | string | null {
  const number = typeof value === "string" && /^-?\d{1,20}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number") return null;
  return Number.isSafeInteger(number) ? number : String(value);
}

function readDouble(value: unknown): number | string | null {
  const isSpecial = typeof value === "string" && /^(NaN|-?Infinity)$/.test(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || (Number.isNaN(number) && typeof value === "string" && !isSpecial)) return null;
  return Number.isFinite(number) ? number : String(number);
}

/** Base64, as in the JSON form. */
const readBytes = (value: unknown): string | null =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString("base64")
    : typeof value === "string"
      ? storable(value)
      : null;
