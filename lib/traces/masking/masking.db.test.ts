import { expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { maskingRule } from "@/lib/contracts/traces/masking";
import { Failure } from "@/lib/errors";
import { exportTraces } from "../ingestion";
import { createProject } from "../projects";
import { exportOf, hexId } from "../testing";
import { getTrace } from "../traces";
import { getMasking, setMasking } from "./masking";

const database = suiteDatabase();
const admin = async (): Promise<Context> => createCaller(database.db, await createOrganization(database.db), "Admin");
const patterns = (...sources: string[]) =>
  maskingRule.parse({ type: "patterns", name: "orders", treatment: "mask", config: { patterns: sources } });
const emails = maskingRule.parse({ type: "pii-detection", config: { entities: ["email"] } });
const orders = patterns("ORD-\\d+");

const storedTexts = async (context: Context, project: string, text: string) => {
  const [traceId, spanId] = [hexId(16), hexId(8)];
  const span = { traceId, spanId, name: "answer", values: { "input.value": text } };
  expect(await exportTraces(context, exportOf({ "service.name": project }, [span]))).toEqual({});
  const trace = await getTrace(context, { trace_id: traceId });
  const [stored] = trace.spans;
  return [stored?.input, stored?.attributes["input.value"], trace.input];
};

test("spans are masked once rules are set, and the project counts masked values", async () => {
  const context = await admin();
  const { id } = await createProject(context, { name: "shop" });
  expect(await getMasking(context, { project_id: id })).toEqual({ rules: [] });
  expect(await storedTexts(context, "shop", "ann@example.com")).toEqual(Array(3).fill("ann@example.com"));
  await setMasking(context, { project_id: id, rules: [emails, orders] });
  const words = "ann@example.com and bob@example.com ask for ORD-7";
  const redacted = "[REDACTED:email] and [REDACTED:email] ask for ***";
  expect(await storedTexts(context, "shop", words)).toEqual(Array(3).fill(redacted));
  expect(await storedTexts(context, "another project", words)).toEqual(Array(3).fill(words));
  const masked = async () =>
    (await getMasking(context, { project_id: id })).rules.map((rule) => [rule.name, rule.masked]);
  expect(await masked()).toEqual([
    ["pii-detection", 2],
    ["orders", 1],
  ]);
  await setMasking(context, { project_id: id, rules: [orders, { ...emails, name: "mail" }] });
  expect(await masked()).toEqual([
    ["orders", 1],
    ["mail", 0],
  ]);
  await setMasking(context, { project_id: id, rules: [] });
  expect(await storedTexts(context, "shop", words)).toEqual(Array(3).fill(words));
});

test("parallel exports count every masked value", async () => {
  const context = await admin();
  const { id } = await createProject(context, { name: "busy" });
  await setMasking(context, { project_id: id, rules: [emails, orders] });
  await Promise.all(Array.from({ length: 8 }, () => storedTexts(context, "busy", "ann@example.com ORD-1")));
  const { rules } = await getMasking(context, { project_id: id });
  expect(rules.map(({ masked }) => masked)).toEqual([8, 8]);
});

test("of parallel rule changes, one applies as a whole", async () => {
  const context = await admin();
  const { id } = await createProject(context, { name: "changed" });
  const named = (name: string) => [
    { ...emails, name: `${name} 1` },
    { ...emails, name: `${name} 2` },
  ];
  await Promise.all(["a", "b", "c"].map((name) => setMasking(context, { project_id: id, rules: named(name) })));
  const { rules } = await getMasking(context, { project_id: id });
  const [first] = rules;
  expect(rules.map(({ name }) => name)).toEqual([1, 2].map((number) => `${first?.name[0]} ${number}`));
});

test("an invalid rule is refused with its field, and the stored rules stay", async () => {
  const context = await admin();
  const { id } = await createProject(context, { name: "refused" });
  await setMasking(context, { project_id: id, rules: [emails] });
  const refusal = await setMasking(context, { project_id: id, rules: [emails, patterns("(")] }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ detail: { fields: { "rules.1.config": [expect.stringContaining("missing")] } } });
  expect((await getMasking(context, { project_id: id })).rules).toHaveLength(1);
  await expect(getMasking(await admin(), { project_id: id })).rejects.toThrow("Project not found.");
});
