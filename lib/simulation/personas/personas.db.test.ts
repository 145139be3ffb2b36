import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/simulation/personas";
import {
  editSimulatorAgent as editContract,
  createSimulatorAgent as simulatorContract,
} from "@/lib/contracts/simulation/simulators";
import {
  createSimulatorAgent,
  deleteSimulatorAgent,
  editSimulatorAgent,
  getSimulatorAgent,
  listSimulatorAgents,
} from "../simulators/simulators";
import { builtInPersonas } from "./built-in";
import {
  createPersona,
  deletePersona,
  duplicatePersona,
  getPersona,
  getPersonaOptions,
  listPersonas,
  listSystemPersonas,
  listWorkspacePersonas,
  replacePersona,
  updatePersona,
} from "./personas";
import { syncPersonas } from "./sync-personas";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const create = (body: object, by = context) => createPersona(by, contracts.createPersona.body.parse(body));
const names = async (query: object, by = context) =>
  (await listPersonas(by, contracts.listPersonas.query.parse({ limit: 100, ...query }))).results.map(
    ({ name }) => name,
  );

test("eighteen personas are built in, half for text, and restarts do not duplicate them", async () => {
  expect(builtInPersonas).toHaveLength(18);
  await syncPersonas(database.db);
  const { count, results } = await listSystemPersonas(context, { page: 1, limit: 100 });
  expect(count).toBe(18);
  expect(results.filter(({ simulation_type }) => simulation_type === "text")).toHaveLength(9);
  expect(results[0]).toMatchObject({ persona_type: "system", is_default: true, workspace: null });
});

describe("a custom persona", () => {
  test("has the fields that were sent, also under other names, and no others", async () => {
    const made = await create({
      name: "Night nurse",
      profession: ["Nurse"],
      language: "de",
      custom_properties: { ward: 3 },
      simulationType: "text",
      typos_frequency: "rare",
      colour: "red",
    });
    expect(made).toMatchObject({
      persona_type: "workspace",
      occupation: ["Nurse"],
      languages: ["de"],
      metadata: { ward: 3 },
      simulation_type: "text",
      typos_frequency: "rare",
      gender: [],
      tone: null,
    });
    expect(made).not.toHaveProperty("colour");
    const { id: persona_id } = made;
    expect(await updatePersona(context, { persona_id, verbosity: "brief" })).toMatchObject({
      occupation: ["Nurse"],
      verbosity: "brief",
      name: "Night nurse",
    });
    const replaced = await replacePersona(context, {
      persona_id,
      ...contracts.replacePersona.body.parse({ name: "Day nurse" }),
    });
    expect(replaced).toMatchObject({ name: "Day nurse", occupation: [], simulation_type: "voice", verbosity: null });
    expect(await getPersona(context, { persona_id })).toEqual(replaced);
    await deletePersona(context, { persona_id });
    expect(await refusal(getPersona(context, { persona_id }))).toMatchObject({ kind: "notFound" });
    await create({ name: "Day nurse" });
  });

  test.each([
    ["an unknown speed", { conversation_speed: ["9"] }, "conversation_speed"],
    ["a sensitivity out of range", { interrupt_sensitivity: ["11"] }, "interrupt_sensitivity"],
    ["an unknown tone", { tone: "shouting" }, "tone"],
    ["an unknown medium", { simulation_type: "smoke" }, "simulation_type"],
    ["a blank name", { name: " " }, "name"],
    ["too many keywords", { keywords: Array.from({ length: 51 }, () => "x") }, "keywords"],
  ])("with %s is refused by the contract", (_, body, field) => {
    const parsed = contracts.createPersona.body.safeParse({ name: "x", ...body });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test("needs a unique name, in any case, different from built-in ones", async () => {
    await create({ name: "Only one" });
    const [builtIn] = builtInPersonas;
    for (const name of ["only ONE", builtIn?.name.toUpperCase() ?? ""]) {
      expect(await refusal(create({ name }))).toMatchObject({ detail: { fields: { name: [expect.any(String)] } } });
    }
    const { id } = await create({ name: "Another" });
    for (const name of ["Only one", builtIn?.name ?? ""])
      expect(await refusal(updatePersona(context, { persona_id: id, name }))).toMatchObject({ kind: "invalid" });
    await create({ name: "Only one" }, other);
    const many = await Promise.all(Array.from({ length: 6 }, () => refusal(create({ name: "At once" }))));
    expect(many.filter((failed) => failed === null)).toHaveLength(1);
  });

  test("can be duplicated; a built-in one cannot be changed", async () => {
    const persona_id = builtInPersonas[0]?.id ?? "";
    const copy = await duplicatePersona(context, { persona_id, name: "Calm irregular" });
    expect(copy).toMatchObject({ persona_type: "workspace", personality: ["Friendly and cooperative"] });
    expect(await refusal(updatePersona(context, { persona_id, description: "mine" }))).toMatchObject({
      kind: "invalid",
    });
    expect(await refusal(deletePersona(context, { persona_id }))).toMatchObject({ kind: "invalid" });
    expect(await refusal(duplicatePersona(other, { persona_id: copy.id, name: "Theirs" }))).toMatchObject({
      kind: "notFound",
    });
  });

  test("can be listed by name, kind, medium and words", async () => {
    const by = await createCaller(database.db, await createOrganization(database.db));
    await create({ name: "zebra", simulation_type: "text" }, by);
    await create({ name: "Aardvark" }, by);
    expect(await names({ type: "custom" }, by)).toEqual(["Aardvark", "zebra"]);
    expect(await names({ type: "custom", simulation_type: "text" }, by)).toEqual(["zebra"]);
    expect(await names({ search: "ARDV" }, by)).toEqual(["Aardvark"]);
    expect(await names({}, by)).toHaveLength(20);
    expect((await listWorkspacePersonas(by, { page: 1, limit: 1 })).count).toBe(2);
  });

  test("offers labelled values for its fields", async () => {
    expect((await getPersonaOptions(context, {})).typos_frequency).toContainEqual({
      value: "occasional",
      label: "Occasional",
    });
  });
});

describe("a simulator agent", () => {
  test("has default settings, can be edited in part, and can be deleted once", async () => {
    const { simulator_agent } = await createSimulatorAgent(
      context,
      simulatorContract.body.parse({ name: "Customer", llmTemperature: 0 }),
    );
    expect(simulator_agent).toMatchObject({
      llm_temperature: 0,
      voice_name: "marissa",
      max_call_duration_in_minutes: 30,
    });
    const { id: simulator_id } = simulator_agent;
    await editSimulatorAgent(context, { simulator_id, ...editContract.body.parse({ prompt: "You are {{persona}}." }) });
    expect(await getSimulatorAgent(context, { simulator_id })).toMatchObject({
      prompt: "You are {{persona}}.",
      llm_temperature: 0,
    });
    expect((await listSimulatorAgents(context, { search: "custom", page: 1 })).count).toBe(1);
    expect((await listSimulatorAgents(other, { page: 1 })).count).toBe(0);
    expect(await refusal(getSimulatorAgent(other, { simulator_id }))).toMatchObject({ kind: "notFound" });
    await deleteSimulatorAgent(context, { simulator_id });
    expect(await refusal(deleteSimulatorAgent(context, { simulator_id }))).toMatchObject({ kind: "notFound" });
  });

  test.each([
    ["a sensitivity of 12", { interrupt_sensitivity: 12 }],
    ["a speed of 0", { conversation_speed: 0 }],
    ["a temperature of 3", { llm_temperature: 3 }],
    ["a call of 181 minutes", { max_call_duration_in_minutes: 181 }],
    ["a delay of 61 seconds", { initial_message_delay: 61 }],
  ])("with %s is refused by the contract", (_, body) => {
    expect(simulatorContract.body.safeParse({ name: "x", ...body }).success).toBe(false);
  });
});
