import { describe, expect, test } from "vitest";
import { z } from "zod";
import { define } from "@/lib/contracts/define";
import { exchangeOf } from "@/lib/exchange/web";
import { readInput } from "./read-input";

const contract = define({
  name: "probe",
  method: "POST",
  path: "/probe/{id}/",
  tag: "Probe",
  summary: "For this test",
  description: "For this test.",
  params: z.object({ id: z.guid("Must be a UUID.") }),
  query: z.strictObject({
    page: z.int().min(1).default(1),
    deep: z.boolean().default(false),
    share: z.number().max(1).optional(),
    status: z.array(z.enum(["a", "b"])).optional(),
    value: z.union([z.string(), z.array(z.string())]).optional(),
  }),
  body: z.strictObject({
    kind: z.enum(["x", "y"]),
    name: z.string().max(5).optional(),
    data: z.unknown().optional(),
    map: z.record(z.string(), z.unknown()).optional(),
  }),
  response: z.unknown(),
  example: { kind: "x" },
});
const id = "00000000-0000-4000-8000-000000000001";

const read = (body: unknown, query = "", params: Record<string, string> = { id }) =>
  readInput(
    contract,
    exchangeOf(
      new Request(`http://localhost/probe/${id}/${query}`, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    ),
    params,
  );

test("path, query and body form one flat input; query values get their declared types", async () => {
  const input = await read({ kind: "x" }, "?page=2&deep=1&status=a,b&status=a");
  expect(input).toEqual({ id, page: 2, deep: true, status: ["a", "b", "a"], kind: "x" });
});

test.each([
  ["?status=", []],
  ["?status=,a,,b&status=", ["a", "b"]],
])("a list in a query has no empty entries: %s", async (query, status) => {
  expect(await read({ kind: "x" }, query)).toMatchObject({ status });
});

test.each([
  ["?value=a,b", "a,b"],
  ["?value=a,b&value=c", ["a,b", "c"]],
])("a text or list of texts in a query keeps its commas: %s", async (query, value) => {
  expect(await read({ kind: "x" }, query)).toMatchObject({ value });
});

test.each([
  ["1e-9", 1e-9],
  ["5E-1", 0.5],
  ["-1e%2B2", -100],
  [".5", 0.5],
  ["1.", 1],
  ["-0.25", -0.25],
])("a number in a query can be written as %s", async (text, share) => {
  expect(await read({ kind: "x" }, `?share=${text}`)).toMatchObject({ share });
});

describe("each refusal names its field", () => {
  test.each<[string, () => Promise<unknown>, Record<string, string[]>]>([
    ["missing enum", () => read({}), { kind: ["This field is required."] }],
    ["missing text", () => read({ kind: undefined }), { kind: ["This field is required."] }],
    ["unknown member", () => read({ kind: "x", labelId: 1 }), { labelId: ["Unknown field."] }],
    ["no object", () => read({ kind: "x", map: [] }), { map: ["Must be an object."] }],
    ["no integer", () => read({ kind: "x" }, "?page=1.5"), { page: ["Must be a whole number."] }],
    ["bad id", () => read({ kind: "x" }, "", { id: "none" }), { id: ["Must be a UUID."] }],
    ["NUL inside", () => read({ kind: "x", data: { a: ["\0"] } }), { "data.a.0": ["May not contain NUL characters."] }],
    ["member of every object", () => read('{"kind":"x","__proto__":1}'), { ["__proto__"]: ["Unknown field."] }],
    [
      "member of every object, inside",
      () => read('{"kind":"x","data":{"a":[{"__proto__":{}}]}}'),
      { "data.a.0.__proto__": ["Unknown field."] },
    ],
    ["constructor", () => read('{"kind":"x","constructor":1}'), { constructor: ["Unknown field."] }],
    ["lone surrogate", () => read({ kind: "x", name: "\ud800" }), { name: ["Is not well-formed Unicode."] }],
  ])("refusal of: %s", async (_, attempt, fields) => {
    await expect(attempt()).rejects.toMatchObject({ kind: "invalid", detail: { fields } });
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"])(
    "refusal of query field %s, a member of every JavaScript object",
    async (field) => {
      const attempt = read({ kind: "x" }, `?${field}=1`);
      await expect(attempt).rejects.toMatchObject({ kind: "invalid", message: `${field}: Unknown field.` });
    },
  );

  test.each([
    "?page=0",
    "?page=x",
    "?page=1.5",
    "?page=1e0",
    "?share=e1",
    "?share=.",
    "?share=0x1",
    "?share=1e999",
    "?share=%201",
    "?deep=perhaps",
    "?status=c",
    "?other=1",
  ])("refusal of query %s", async (query) => {
    await expect(read({ kind: "x" }, query)).rejects.toMatchObject({ kind: "invalid" });
  });
});

test.each(["{", "[]", "7", '"x"', "null"])("%s is refused, not being a JSON object", async (text) => {
  await expect(read(text)).rejects.toMatchObject({ detail: { code: "parse_error" } });
});

test("nesting depth is limited", async () => {
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  await expect(read(`{"kind":"x","data":${deep}}`)).rejects.toMatchObject({
    detail: { fields: { data: [expect.stringContaining("levels")] } },
  });
});

test("an empty body counts as an empty object", async () => {
  await expect(read("")).rejects.toMatchObject({ detail: { code: "required" } });
});

// The body's `attr` names this field: see lib/http/render-error.ts.
test.each([
  [{ kind: "z" }, "invalid"],
  [{}, "required"],
  [{ name: "too long" }, "required"],
  [{ kind: "z", pair: {} }, "invalid"],
  [{ pair: {} }, "required"],
])("the code of %j is that of its first field: %s", async (body, code) => {
  const other = define({
    ...contract,
    name: "other",
    body: z.object({
      kind: z.enum(["x", "y"]),
      name: z.string().max(5).optional(),
      pair: z.object({ a: z.int() }).optional(),
    }),
  });
  const request = new Request(`http://localhost/probe/${id}/`, { method: "POST", body: JSON.stringify(body) });
  await expect(readInput(other, exchangeOf(request), { id })).rejects.toMatchObject({ detail: { code } });
});
