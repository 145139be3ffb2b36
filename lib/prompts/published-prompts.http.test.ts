// What the published prompt clients send, method by method, and the members that their parsers insist on.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { createCredentials, pair, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";

const P = "/model-hub/prompt-templates";
const L = "/model-hub/prompt-labels";

const configuration = z.object({
  model: z.string().nullable(),
  temperature: z.number().min(0).max(2),
  top_p: z.number().min(0).max(1),
  frequency_penalty: z.number().min(-2).max(2),
  presence_penalty: z.number().min(-2).max(2),
  max_tokens: z.int().positive().nullable(),
});
/** What both parsers read of a template: Python from either spelling, TypeScript also the flat members. */
const template = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  description: z.string(),
  version: z.string(),
  isDefault: z.boolean(),
  is_default: z.boolean(),
  status: z.string(),
  variableNames: z.record(z.string(), z.array(z.string())),
  variable_names: z.record(z.string(), z.array(z.string())),
  evaluationConfigs: z.array(z.unknown()),
  messages: z.array(z.unknown()),
  placeholders: z.record(z.string(), z.array(z.unknown())),
  labels: z.array(z.object({ id: z.uuid(), name: z.string(), type: z.string() })),
  promptConfig: z.tuple([
    z.object({ messages: z.array(z.unknown()), configuration, placeholders: z.array(z.string()) }),
  ]),
  prompt_config: z.array(z.unknown()).length(1),
});
const history = z.object({
  results: z.array(
    z.object({ id: z.uuid(), templateVersion: z.string(), isDraft: z.boolean(), createdAt: z.iso.datetime() }),
  ),
});
const labelList = z.object({ results: z.array(z.object({ id: z.uuid(), name: z.string() })) });
const created = z.object({ id: z.uuid(), name: z.string(), templateVersion: z.literal("v1"), metadata: z.unknown() });

/** As both languages prepare it: text parts, an empty system message where there is none, placeholders beside. */
const config = (text: string, more: object = {}) => ({
  prompt_config: [
    {
      messages: [
        { role: "system", content: [{ type: "text", text: "" }] },
        { role: "user", content: [{ type: "text", text }], variable_names: ["name"] },
      ],
      configuration: {
        model: "gpt-4o-mini",
        temperature: 0.7,
        max_tokens: 1000,
        top_p: 1,
        frequency_penalty: 0,
        presence_penalty: 0,
      },
      placeholders: [],
    },
  ],
  variable_names: { name: ["Ada"] },
  evaluation_configs: [],
  placeholders: {},
  ...more,
});

describe.each(mounts)("the published prompt clients on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await sharedMount(mount);
    headers = pair(await createCredentials(server.db));
    await rebuildProjection();
  }, 120_000);
  afterAll(() => server?.stop());

  // Python sends an empty object with every call, except that fetch cannot with GET.
  const call = (method: string, path: string, body: unknown = method === "GET" ? undefined : {}) =>
    send(server.url, method, path, { headers, body });
  async function read<T extends z.ZodType>(schema: T, method: string, path: string, body?: unknown) {
    const answer = await call(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return schema.parse(answer.body);
  }
  const create = async (name = `Greeting ${randomUUID()}`, body: object = config("Hello {{name}}")) =>
    (
      await read(z.object({ result: created }), "POST", `${P}/create-draft/`, {
        name,
        metadata: { team: "a" },
        ...body,
      })
    ).result;
  const commit = (id: string, version: string, more: object = {}) =>
    read(z.unknown(), "POST", `${P}/${id}/commit/`, {
      ...{ version_name: version, message: "m", set_default: false, is_draft: false, metadata: {} },
      ...more,
    });
  const labelId = async (name: string) =>
    (await read(labelList, "GET", `${L}/`)).results.find((label) => label.name === name)?.id ?? "";
  const byName = (query: Record<string, string>) => `${L}/get-by-name/?${new URLSearchParams(query)}`;

  test("create: makes a draft; a taken name is refused with its code", async () => {
    const { name } = await create();
    const taken = await call("POST", `${P}/create-draft/`, { name: name.toUpperCase(), ...config("x") });
    expect([taken.status, taken.body.errorCode, taken.body.name]).toEqual([
      400,
      "TEMPLATE_ALREADY_EXIST",
      name.toUpperCase(),
    ]);
  });

  test("open and get_template_by_name: texts are strings, without the empty system message", async () => {
    const { id, name } = await create();
    const draft = await read(template, "GET", byName({ name }));
    expect(draft).toMatchObject({ id, version: "v1", status: "draft", variable_names: { name: ["Ada"] } });
    expect(draft.messages).toEqual([{ role: "user", content: "Hello {{name}}" }]);
    for (const query of [{ name, label: "production" }, { name: "nobody" }, { name, version: "v7" }]) {
      expect((await call("GET", byName(query))).status).toBe(404);
    }
    // Both clients then ask for the default version.
    const path = `${P}/get-template-by-name/?${new URLSearchParams({ name })}`;
    expect(await read(template, "GET", path)).toMatchObject({ id, promptConfig: [{ placeholders: [] }] });
  });

  test("create_new_version, save_current_draft and commit_current_version", async () => {
    const { id, name } = await create();
    await commit(id, "v1", { set_default: true });
    const added = await read(
      z.object({ result: z.array(z.object({ templateVersion: z.string() })) }),
      "POST",
      `${P}/${id}/add-new-draft/`,
      { new_prompts: [config("Good day {{name}}", { metadata: {} })] },
    );
    expect(added.result).toEqual([{ templateVersion: "v2" }]);
    const draft = { is_run: "draft", is_sdk: true, ...config("Good evening {{name}}") };
    await read(z.unknown(), "POST", `${P}/${id}/run_template/`, { version: "v2", ...draft });
    const refused = await call("POST", `${P}/${id}/run_template/`, { version: "v1", ...draft });
    expect([refused.status, refused.body.message]).toEqual([409, "v1 is committed and never changes. Add a draft."]);
    const { results } = await read(history, "GET", `/model-hub/prompt-history-executions/?template_id=${id}`);
    expect(results.map(({ templateVersion, isDraft }) => [templateVersion, isDraft])).toEqual([
      ["v2", true],
      ["v1", false],
    ]);
    await commit(id, "v2");
    expect(await read(template, "GET", byName({ name }))).toMatchObject({ version: "v1", isDefault: true });
    await read(z.unknown(), "POST", `${L}/set-default/`, { template_name: name, version: "v2" });
    const after = await read(template, "GET", byName({ name }));
    expect(after).toMatchObject({ version: "v2", status: "committed" });
    expect(after.messages).toEqual([{ role: "user", content: "Good evening {{name}}" }]);
  });

  test("labels: list, create, assign, find and remove", async () => {
    const { id, name } = await create();
    const assign = async (label: string, version: string) =>
      call("POST", `${L}/${id}/${await labelId(label)}/assign-label-by-id/`, { version });
    const drafted = await assign("production", "v1");
    expect([drafted.status, drafted.body.attr]).toEqual([400, "version"]);
    await commit(id, "v1");
    expect((await assign("production", "v1")).status).toBe(200);
    const found = await read(template, "GET", byName({ name, label: "Production" }));
    expect(found.labels).toEqual([expect.objectContaining({ name: "production", type: "system" })]);
    const own = `variant-${randomUUID()}`;
    await read(z.object({ id: z.uuid() }), "POST", `${L}/`, { name: own, type: "custom" });
    expect((await assign(own, "v1")).status).toBe(200);
    const versions = await read(
      z.object({ versions: z.array(z.object({ labels: z.array(z.object({ name: z.string() })) })) }),
      "GET",
      `${L}/template-labels/?${new URLSearchParams({ template_name: name })}`,
    );
    expect(versions.versions[0]?.labels.map((label) => label.name)).toEqual(["production", own]);
    const { results } = await read(history, "GET", `/model-hub/prompt-history-executions/?template_id=${id}`);
    const removal = { label_id: await labelId(own), version_id: results[0]?.id };
    for (const removed of [true, false]) {
      expect(await read(z.unknown(), "POST", `${L}/remove/`, removal)).toEqual({ removed });
    }
    expect((await call("GET", byName({ name, label: own }))).status).toBe(404);
  });

  test("list_templates, the search for an exact name, and delete", async () => {
    const name = `Parcel ${randomUUID()}`;
    const { id } = await create(name);
    await create(`A longer name with ${name}`);
    const search = await read(
      z.object({ results: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
      "GET",
      `${P}/?search=${encodeURIComponent(name)}`,
    );
    expect(search.results.map((found) => found.name)).toEqual([name, `A longer name with ${name}`]);
    expect(await read(z.object({ results: z.array(z.unknown()) }), "GET", `${P}/`)).toBeTruthy();
    // TypeScript leaves the last slash out.
    expect(await read(z.unknown(), "DELETE", `${P}/${id}`)).toEqual({ status: true, result: { deleted: true } });
    expect((await call("GET", byName({ name }))).status).toBe(404);
    await create(name);
  });

  test("a placeholder sent beside the messages returns among them, before the last question", async () => {
    const { name } = await create(undefined, config("And now {{name}}?", { placeholders: { history: [] } }));
    const found = await read(template, "GET", byName({ name }));
    expect(found).toMatchObject({ placeholders: { history: [] }, promptConfig: [{ placeholders: ["history"] }] });
    expect(found.messages).toEqual([
      { type: "placeholder", name: "history" },
      { role: "user", content: "And now {{name}}?" },
    ]);
  });

  test("generate and improve say if no model is configured", async () => {
    for (const [path, body] of [
      ["generate-prompt", { statement: "Greets people" }],
      ["improve-prompt", { existing_prompt: "Hi {{name}}", improvement_requirements: "Warmer" }],
    ] as const) {
      const answer = await call("POST", `${P}/${path}/`, body);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        "No judge model is configured: map turing_large to a model in the gateway's model_map (Gateway → Configuration → Routing → Other names).",
      ]);
    }
  });

  test("get-by-name has an ETag and answers 304 until the label moves", async () => {
    const { id, name } = await create();
    await commit(id, "v1");
    await call("POST", `${L}/${id}/${await labelId("staging")}/assign-label-by-id/`, { version: "v1" });
    const path = byName({ name, label: "staging" });
    const first = await call("GET", path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/"[\w-]{43}"$/);
    const again = () => send(server.url, "GET", path, { headers: { ...headers, "if-none-match": tag } });
    expect([(await again()).status, (await again()).body]).toEqual([304, ""]);
    await call("POST", `${P}/${id}/add-new-draft/`, { new_prompts: [config("Other")] });
    await commit(id, "v2");
    await call("POST", `${L}/${id}/${await labelId("staging")}/assign-label-by-id/`, { version: "v2" });
    expect((await again()).status).toBe(200);
  });
});
