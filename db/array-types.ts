// Arrays of the built-in types. The driver would ask the server for them behind each new connection, in a query whose failure
// nobody hears.
import { types } from "pg";
import { arrayText } from "./text-array";

type Element = (text: string) => unknown;

const asText: Element = (text) => text;

/** The array type of each element type, and what an element becomes. Times stay text, as drizzle leaves them. */
const ARRAYS: Record<string, [oid: number, parse: Element]> = {
  bool: [1000, (text) => text === "t"],
  int2: [1005, Number],
  int4: [1007, Number],
  int8: [1016, asText],
  float4: [1021, Number],
  float8: [1022, Number],
  oid: [1028, Number],
  text: [1009, asText],
  varchar: [1015, asText],
  bpchar: [1014, asText],
  name: [1003, asText],
  uuid: [2951, asText],
  json: [199, JSON.parse],
  jsonb: [3807, JSON.parse],
};

/** Safe: pg's names leave arrays out, but it reads them by their numbers. */
const parseTexts = types.getTypeParser(1009 as Parameters<typeof types.getTypeParser>[0]);

const mapped = (values: unknown[], parse: Element): unknown[] =>
  values.map((value) => {
    if (Array.isArray(value)) return mapped(value, parse);
    return typeof value === "string" ? parse(value) : value;
  });

export const arrayTypes = Object.fromEntries(
  Object.entries(ARRAYS).map(([name, [oid, parse]]) => [
    `${name}_array`,
    {
      to: oid,
      from: [oid],
      parse: (text: string) => mapped(parseTexts(text), parse),
      serialize: (value: unknown) => (Array.isArray(value) ? arrayText(value) : value),
    },
  ]),
);
