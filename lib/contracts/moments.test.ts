// Every date and time that an operation takes is within what PostgreSQL stores and JavaScript writes.
import { expect, test } from "vitest";
import { z } from "zod";
import { contracts } from "@/lib/contracts";
import { configFile } from "@/lib/gateway-admin/settings/file";
import { acceptedDates, acceptedTimes, refusedDates, refusedTimes } from "./testing/moments";

const isParser = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;

interface Moment {
  name: string;
  format: string;
  /** One inside the other: a schema with a further check knows the one without. */
  parsers: z.ZodType[];
}

/** Schemas of dates and times among those of an input, as the API's document finds them. */
function momentsIn(name: string, schema: z.ZodType): Moment[] {
  const found = new Map<string, Moment>();
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: { format = "" }, path }) => {
      if (!format.startsWith("date") || !isParser(zodSchema)) return;
      const at = `${name}, ${path.join(".")}`;
      found.set(at, { name: at, format, parsers: [...(found.get(at)?.parsers ?? []), zodSchema] });
    },
  });
  return [...found.values()];
}

const inputs = [
  ...contracts.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).map(([part, schema]) => ({ name: `${name}, ${part}`, schema })),
  ),
  { name: "the configuration file", schema: configFile },
];
// The gateway alone compares the times of prices: PostgreSQL keeps them as a part of JSON.
const moments = inputs
  .flatMap(({ name, schema }) => momentsIn(name, schema))
  .filter(({ name }) => !name.includes(".pricing."));

test.each(moments)("$name", ({ format, parsers }) => {
  const isDay = format === "date";
  const accepts = (text: string) => parsers.every((parser) => parser.safeParse(text).success);
  expect((isDay ? refusedDates : refusedTimes).filter(accepts)).toEqual([]);
  expect((isDay ? acceptedDates : acceptedTimes).filter((text) => !accepts(text))).toEqual([]);
});

test("queries and bodies of many operations have dates and times", () => {
  expect(moments.filter(({ format }) => format === "date").length).toBeGreaterThan(2);
  expect(moments.filter(({ format }) => format === "date-time").length).toBeGreaterThan(25);
});
