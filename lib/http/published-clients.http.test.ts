// What the reference product's published clients send, and the members that their parsers insist on, over the wire. Each
// case is a client's method: its request as the client makes it, and what the client reads of the answer.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { type Credentials, createCredentials, pair, send } from "./testing/api";
import { type Mounted, mounts, startMount } from "./testing/mounts";

const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const text = expect.any(String);
const integer = { asymmetricMatch: (value: unknown) => Number.isInteger(value) };
const column = {
  id: uuid,
  name: text,
  dataType: expect.stringMatching(/^(text|boolean|integer|float|json|array|image|datetime|audio)$/),
  originType: text,
  sourceId: null,
  isFrozen: null,
  isVisible: true,
  evalTag: [],
  averageScore: null,
  orderIndex: integer,
};

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let credentials: Credentials;
  beforeAll(async () => {
    server = await startMount(mount);
    credentials = await createCredentials(server.db);
    await rebuildProjection();
  }, 120_000);
  afterAll(() => server?.stop());

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await send(server.url, method, path, { headers: pair(credentials), ...(body ? { body } : {}) });
    return { status: answer.status, ...answer.body };
  };
  const result = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    expect(answer.status === false ? answer.message : null).toBeNull();
    return answer.result ?? answer;
  };
  const develops = "/model-hub/develops";
  const create = (name: string, more: object = {}) =>
    result("POST", `${develops}/create-empty-dataset/`, {
      new_dataset_name: name,
      model_type: "GenerativeLLM",
      ...more,
    });

  describe("Dataset", () => {
    test("is created and found by its full name, even beside longer names", async () => {
      const name = `Support ${randomUUID()}`;
      const created = await create(name, { model_type: "GenerativeImage" });
      expect(created).toMatchObject({ datasetId: uuid, datasetName: name, datasetModelType: "GenerativeImage" });
      await create(`${name}, May`);
      const find = (search: string) =>
        result("GET", `${develops}/get-datasets-names/?search_text=${encodeURIComponent(search)}`);
      expect((await find(name.toUpperCase())).datasets).toEqual([
        expect.objectContaining({ datasetId: created.datasetId, name, modelType: "GenerativeImage" }),
      ]);
      expect((await find(name.slice(0, -1))).datasets).toHaveLength(2);
      expect((await find(randomUUID())).datasets).toEqual([]);
    });

    test("accepts columns and rows in either spelling and answers in the client's spelling", async () => {
      const { datasetId } = await create(`Rows ${randomUUID()}`);
      const path = `${develops}/${datasetId}`;
      expect(
        (await result("GET", `${path}/get-dataset-table/?page_size=1&current_page_index=0`)).metadata,
      ).toMatchObject({
        totalPages: 1,
      });
      await result("POST", `${path}/add_columns/`, {
        new_columns_data: [
          { id: randomUUID(), name: "question", data_type: "text", source: "OTHERS", source_id: null, metadata: {} },
          { id: randomUUID(), name: "score", dataType: "integer", source: "OTHERS", sourceId: null, isVisible: true },
          { id: randomUUID(), name: "screenshot", dataType: "image" },
        ],
      });
      await result("POST", `${path}/add_rows/`, {
        rows: [
          {
            id: randomUUID(),
            order: 0,
            cells: [
              {
                column_id: randomUUID(),
                row_id: randomUUID(),
                column_name: "question",
                value: "Why?",
                value_infos: [],
              },
              { columnId: randomUUID(), rowId: randomUUID(), columnName: "score", value: 3, valueInfos: [] },
            ],
          },
        ],
      });
      const { columnConfig, table, metadata } = await result("GET", `${path}/get-dataset-table/?page_size=100`);
      expect(columnConfig).toEqual([
        expect.objectContaining({ ...column, name: "question", dataType: "text", originType: "OTHERS" }),
        expect.objectContaining({ ...column, name: "score", dataType: "integer", orderIndex: 1 }),
        expect.objectContaining({ ...column, name: "screenshot", dataType: "image", orderIndex: 2 }),
      ]);
      const [question, score, screenshot] = columnConfig.map(({ id }: { id: string }) => id);
      expect(table).toEqual([
        {
          rowId: uuid,
          order: 0,
          [question]: { cellValue: "Why?", status: "pass" },
          [score]: { cellValue: "3", status: "pass" },
          [screenshot]: { cellValue: null, status: "pass" },
        },
      ]);
      expect(metadata.totalPages).toBe(1);
    });

    test("gets a model's column from content parts, and an evaluation by template id", async () => {
      const { datasetId } = await create(`Runs ${randomUUID()}`, { columns: [{ name: "mail" }], row: 1 });
      const path = `${develops}/${datasetId}`;
      const { columnConfig } = await result("GET", `${path}/get-dataset-table/`);
      const [{ id: mail }] = columnConfig;
      await result("POST", `${develops}/add_run_prompt_column/`, {
        dataset_id: datasetId,
        name: "reply",
        config: {
          model: "sandbox/echo",
          output_format: "string",
          concurrency: 5,
          messages: [{ role: "user", content: [{ type: "text", text: `Say {{${mail}}}` }] }],
          max_tokens: 500,
          temperature: 0.5,
          presence_penalty: 1,
          frequency_penalty: 1,
          top_p: 1,
        },
      });
      const listed = await result("GET", "/sdk/api/v1/get-evals/");
      const { eval_id } = listed.find(({ name }: { name: string }) => name === "is_email");
      const template = await result("GET", `/sdk/api/v1/eval/${eval_id}/`);
      expect(template).toMatchObject({ id: uuid, config: { required_keys: ["text"] } });
      const added = await result("POST", `${path}/add_user_eval/`, {
        template_id: template.id,
        run: false,
        name: "is it one",
        saveAsTemplate: false,
        config: { mapping: { text: mail }, config: {}, reasonColumn: false },
        model: "turing_flash",
      });
      expect(added).toMatchObject({ user_eval_id: uuid });
      const after = await result("GET", `${path}/get-dataset-table/`);
      expect(after.columnConfig.map(({ name, originType }: Record<string, string>) => [name, originType])).toEqual([
        ["mail", "OTHERS"],
        ["reply", "run_prompt"],
        ["is it one", "evaluation"],
      ]);
      expect(await result("GET", `/model-hub/dataset/${datasetId}/eval-stats/`)).toEqual([
        expect.objectContaining({ id: uuid, name: "is it one" }),
      ]);
    });

    test("names the field of a bad cell or column, and deletes with a body", async () => {
      const { datasetId } = await create(`Bad ${randomUUID()}`, { columns: [{ name: "a" }] });
      const path = `${develops}/${datasetId}`;
      const refusals: [path: string, body: object, field: string][] = [
        [`${path}/add_rows/`, { rows: [{ cells: [{ columnName: "b", value: 1 }] }] }, "rows.0.cells.0.column_name"],
        [
          `${path}/add_columns/`,
          { new_columns_data: [{ name: "c", dataType: "video" }] },
          "new_columns_data.0.dataType",
        ],
      ];
      for (const [at, body, field] of refusals) {
        const refused = await call("POST", at, body);
        expect([refused.code, Object.keys(refused.details)]).toEqual([expect.any(String), [field]]);
      }
      expect(await result("DELETE", `${develops}/delete_dataset/`, { dataset_ids: [datasetId] })).toMatchObject({
        deleted: 1,
      });
    });
  });

  describe("Evaluator", () => {
    const evaluate = (inputs: object, more: object = {}) =>
      result("POST", "/sdk/api/v1/new-eval/", {
        eval_name: "is_email",
        inputs,
        model: "turing_flash",
        span_id: null,
        custom_eval_name: null,
        trace_eval: false,
        is_async: false,
        error_localizer: false,
        ...more,
      });
    const evaluation = {
      name: "is_email",
      output: "Passed",
      reason: text,
      runtime: integer,
      output_type: "Pass/Fail",
      eval_id: uuid,
      model: null,
      error_localizer_enabled: false,
      error_localizer: null,
    };

    test.each([
      ["a text", { text: "ada@example.test" }],
      ["a list of one", { text: ["ada@example.test"] }],
    ])("evaluates %s", async (_, inputs) => {
      expect(await evaluate(inputs)).toEqual([{ evaluations: [expect.objectContaining(evaluation)] }]);
    });

    test("submits an evaluation and reads the run until it ends", async () => {
      const [{ evaluations }] = await evaluate({ text: ["ada@example.test"] }, { is_async: true });
      expect(await result("GET", `/sdk/api/v1/new-eval/?eval_id=${evaluations[0].eval_id}`)).toMatchObject({
        eval_status: "completed",
        result: { name: "is_email", value: "Passed", reason: text, runtime: integer, error_localizer: null },
      });
    });
  });

  test("Protect is refused without a judge, and the answer says how to configure one", async () => {
    const body = { inputs: [{ input: "Hello", call_type: "protect" }], config: { 76: { call_type: "protect" } } };
    expect(await call("POST", "/sdk/api/v1/eval/", { ...body, protect_flash: true })).toMatchObject({
      status: false,
      result: expect.stringContaining("No judge model is configured"),
    });
  });

  describe("Evaluator pipelines", () => {
    const path = "/sdk/api/v1/evaluate-pipeline/";
    const eval_data = [
      { eval_template: "is_email", inputs: { text: ["ada@example.test", "nobody"] } },
      { eval_template: "is_email", inputs: { text: ["grace@example.test"] }, model_name: "turing_large" },
    ];
    const project_name = `bot ${randomUUID()}`;
    beforeAll(() => result("POST", "/tracer/projects/", { name: project_name }));

    test("starts a version's evaluation and reads its results", async () => {
      expect(await call("POST", path, { project_name, version: "v1", eval_data })).toMatchObject({
        status: true,
        result: { evaluation_run_id: uuid, project_name, version: "v1" },
      });
      const read = await call("GET", `${path}?project_name=${encodeURIComponent(project_name)}&versions=v1`);
      expect(read).toMatchObject({
        status: true,
        result: { status: text, evaluation_runs: [{ version: "v1", results_summary: { is_email: { total: 2 } } }] },
      });
    });

    test.each([
      ["project_name", { project_name: "nobody's" }],
      ["eval_data.0.eval_template", { eval_data: [{ eval_template: "no such", inputs: { text: "x" } }] }],
      ["eval_data.0.inputs", { eval_data: [{ eval_template: "is_email", inputs: { text: [], other: [] } }] }],
      ["eval_data.0.inputs.text", { eval_data: [{ eval_template: "is_email", inputs: { input: "x" } }] }],
      ["version", { version: "v1,v2" }],
    ])("names %s in a refusal", async (field, change) => {
      const refused = await call("POST", path, { project_name, version: "v1", eval_data, ...change });
      expect([refused.status, Object.keys(refused.details)]).toEqual([false, [field]]);
    });

    test("refuses a version that was not evaluated and names the field", async () => {
      const refused = await call("GET", `${path}?project_name=${encodeURIComponent(project_name)}&versions=v9`);
      expect([refused.status, refused.result]).toEqual([false, expect.stringContaining("versions")]);
    });
  });

  test("AnnotationQueue reads agreement per label as a list, and each score's author", async () => {
    const { id: queue } = await result("POST", "/model-hub/annotation-queues/", { name: `Review ${randomUUID()}` });
    const { id: label } = await result("POST", "/model-hub/annotations-labels/", {
      name: `Good ${randomUUID()}`,
      type: "thumbs_up_down",
      settings: {},
      description: "",
      project: null,
    });
    await result("POST", `/model-hub/annotation-queues/${queue}/add-label/`, { label_id: label });
    const { datasetId } = await create(`Scored ${randomUUID()}`, { row: 1 });
    const { table } = await result("GET", `${develops}/${datasetId}/get-dataset-table/`);
    await result("POST", `/model-hub/annotation-queues/${queue}/items/add-items/`, {
      items: [{ source_type: "dataset_row", source_id: table[0].rowId }],
    });
    const { results } = await call("GET", `/model-hub/annotation-queues/${queue}/items/?page=1&page_size=50`);
    const item = `/model-hub/annotation-queues/${queue}/items/${results[0].id}`;
    await result("POST", `/model-hub/annotation-queues/${queue}/update-status/`, { status: "active" });
    await result("POST", `${item}/annotations/submit/`, { annotations: [{ label_id: label, value: { value: "up" } }] });
    await result("POST", `${item}/complete/`, {});
    expect(await result("GET", `/model-hub/annotation-queues/${queue}/agreement/`)).toMatchObject({
      per_label: [{ label_id: label, agreement_pct: null }],
      annotator_pairs: [],
    });
    const scored = await result("POST", "/model-hub/scores/", {
      source_type: "dataset_row",
      source_id: table[0].rowId,
      label_id: label,
      value: { value: "up" },
      score_source: "api",
    });
    expect(scored).toMatchObject({ annotator_id: credentials.userId, annotator: credentials.userId });
  });

  test("projects are listed by page, and a full name finds one project", async () => {
    const name = `Shop ${randomUUID()}`;
    for (const each of [name, `${name} two`]) await result("POST", "/tracer/projects/", { name: each });
    const list = (query: string) => result("GET", `/tracer/project/list_projects/?page_number=0&page_size=20${query}`);
    expect((await list(`&name=${encodeURIComponent(name)}`)).table).toEqual([
      expect.objectContaining({ id: uuid, name, created_at: text }),
    ]);
    expect((await list(`&name=${encodeURIComponent(name.slice(0, -1))}`)).table).toHaveLength(2);
    expect(await list("&name=nobody")).toEqual({ metadata: { total_rows: 0, total_pages: 1 }, table: [] });
  });

  test("spans are accepted at the evaluation client's address", async () => {
    const span = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", name: "a" };
    const resourceSpans = [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "evals" } }] },
        scopeSpans: [{ spans: [{ ...span, startTimeUnixNano: "1777887000000000000" }] }],
      },
    ];
    const sent = await send(server.url, "POST", "/tracer/v1/traces", {
      headers: pair(credentials),
      body: { resourceSpans },
    });
    expect([sent.status, sent.body]).toEqual([200, {}]);
  });

  test.each([
    ["POST", "/model-hub/knowledge-base/", "Knowledge bases are not part of Assay."],
    [
      "POST",
      "/tracer/custom-eval-config/get_custom_eval_by_name/",
      "Evaluation tags of traceAI's experiments are not part of Assay.",
    ],
    ["POST", "/model-hub/optimisation/create/", "Optimisation of prompts is not part of Assay."],
    ["POST", `${develops}/create-dataset-from-huggingface/`, "Import from Hugging Face is not part of Assay."],
  ])("%s %s answers 501 and names the missing feature", async (method, path, message) => {
    const { status, body } = await send(server.url, method, path, { headers: pair(credentials) });
    expect([status, body.code, body.message]).toEqual([501, "not_implemented", message]);
  });

  describe("AgentCC", () => {
    const gateway = (method: string, path: string, body?: unknown) =>
      send(server.url, method, path, {
        headers: { authorization: `Bearer ${credentials.key}` },
        ...(body ? { body } : {}),
      });

    test.each(["/v1", "/v1/v1"])("serves embeddings below %s with the usage that its parser needs", async (base) => {
      const { status, body } = await gateway("POST", `${base}/embeddings`, {
        model: "sandbox/embedding",
        input: "Hello",
      });
      expect([status, body.usage]).toEqual([
        200,
        { prompt_tokens: integer, completion_tokens: 0, total_tokens: integer },
      ]);
    });

    test.each(["images/generations", "audio/speech", "files", "batches", "moderations", "rerank"])(
      "%s answers 501",
      async (path) => {
        const { status, body } = await gateway("POST", `/v1/${path}`, {});
        expect([status, body.error.code]).toEqual([501, "not_supported"]);
      },
    );
  });
});
