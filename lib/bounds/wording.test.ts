import { expect, test } from "vitest";
import { z } from "zod";
import { findingsOf } from "./findings";

const messageOf = (schema: z.ZodType, value: unknown): string[] => {
  const { error } = schema.safeParse(value);
  return error ? findingsOf(error, value).map(({ path, message }) => [...path, message].map(String).join(": ")) : [];
};

test.each<[z.ZodType, unknown, string]>([
  [z.string(), 1, "Must be text."],
  [z.number(), "1", "Must be a number."],
  [z.int(), 1.5, "Must be a whole number."],
  [z.boolean(), "yes", "Must be true or false."],
  [z.array(z.string()), {}, "Must be a list."],
  [z.record(z.string(), z.string()), [], "Must be an object."],
  [z.object({}), 1, "Must be an object."],
  [z.null(), 1, "Must be null."],
  [z.enum(["a", "b", "c"]), "d", 'Must be "a", "b" or "c".'],
  [z.literal(2), 3, "Must be 2."],
  [z.number().min(1), 0, "Must be at least 1."],
  [z.number().positive(), 0, "Must be more than 0."],
  [z.number().max(9), 10, "Must be at most 9."],
  [z.number().lt(1), 1, "Must be less than 1."],
  [z.int(), 2 ** 60, "Must be at most 9007199254740991."],
  [z.number().multipleOf(5), 7, "Must be a multiple of 5."],
  [z.string().min(1), "", "May not be empty."],
  [z.string().min(2), "a", "Must have at least 2 characters."],
  [z.string().max(1), "ab", "Must have at most 1 character."],
  [z.string().length(2), "a", "Must have exactly 2 characters."],
  [z.array(z.string()).min(1), [], "May not be empty."],
  [z.array(z.string()).max(2), ["a", "b", "c"], "Must have at most 2 entries."],
  [z.email(), "a", "Must be an email address."],
  [z.url(), "a", "Must be a URL."],
  [z.guid(), "a", "Must be a UUID."],
  [z.iso.date(), "a", "Must be a date such as 2026-01-31."],
  [z.string().regex(/^[a-z]+$/), "A", "Must match the pattern /^[a-z]+$/."],
  [z.string().regex(/^a$/, "Must be an a."), "A", "Must be an a."],
  [z.union([z.string(), z.array(z.string())]), 1, "Must be text or a list."],
  [z.union([z.literal("auto"), z.enum(["none", "auto"]), z.object({})]), 1, 'Must be "auto", "none" or an object.'],
  [z.union([z.number().min(1), z.literal("all")]), 0, "Must be at least 1."],
  [z.union([z.string().regex(/^a/), z.string().regex(/^b/)]), "c", "Is not valid."],
  [z.discriminatedUnion("type", [z.object({ type: z.literal("a") })]), { type: "b" }, 'type: Must be "a".'],
  [z.strictObject({ a: z.string() }), {}, "a: This field is required."],
  [z.strictObject({}), { a: 1 }, "a: Unknown field."],
  [z.record(z.string().regex(/^a/), z.string()), { b: "" }, "b: Has a name that is not allowed."],
])("%#: a schema without sentences of its own refuses in plain words", (schema, value, message) => {
  expect(messageOf(schema, value)).toEqual([message]);
});
