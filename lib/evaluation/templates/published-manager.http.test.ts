// What the published template manager sends, and the members that its strict parsers read.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createCredentials, pair, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";
import { idOfName } from "./fingerprint";

const text = z.string().nullish();
const integer = z.int().nullish();
const flag = z.boolean();
const record = z.record(z.string(), z.unknown());
const templates = "/model-hub/eval-templates";

const version = z.object({ id: z.string(), version_number: z.int(), is_default: flag });
const listedVersion = version.extend({
  ...{ criteria: text, model: text, created_by_name: text, created_at: text },
  config_snapshot: record.nullish(),
});
const part = z.object({
  ...{ child_id: z.string(), child_name: z.string(), order: z.int(), weight: z.number(), eval_type: text },
  ...{ pinned_version_id: text, pinned_version_number: integer, required_keys: z.array(z.string()).nullish() },
});
const composite = z.object({
  ...{ id: z.string(), name: z.string(), template_type: z.string(), aggregation_enabled: flag },
  ...{ aggregation_function: text, composite_child_axis: text, children: z.array(part), description: text },
  ...{ tags: z.array(z.string()).nullish(), created_at: text, updated_at: text },
});

describe.each(mounts)("the published template manager on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await sharedMount(mount);
    headers = pair(await createCredentials(server.db));
  }, 120_000);
  afterAll(() => server?.stop());

  async function call<T extends z.ZodType>(method: string, path: string, answer: T, body?: unknown) {
    const response = await send(server.url, method, path, { headers, body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return answer.parse(response.body.result);
  }
  const create = (change: object = {}) =>
    call("POST", `${templates}/create-v2/`, z.object({ id: z.string(), name: z.string(), version: z.string() }), {
      ...{ name: `own-${crypto.randomUUID()}`, is_draft: false, eval_type: "code", instructions: "" },
      ...{ model: "turing_large", output_type: "pass_fail", pass_threshold: 0.5, tags: [], check_internet: false },
      code: "function evaluate({ text }) { return text.length > 3 }",
      ...change,
    });
  const judged = { eval_type: "llm", instructions: "Does {{output}} answer {{input}}?", code: undefined, mode: "auto" };
  const play = (template_id: string) =>
    call(
      "POST",
      "/model-hub/eval-playground/",
      z.object({
        output: z.unknown(),
        reason: text,
        model: text,
        output_type: text,
        log_id: text,
        metadata: record.nullish(),
      }),
      { template_id, mapping: { text: "a parcel" }, error_localizer: false },
    );

  test("list, detail, update and both kinds of deletion work", async () => {
    const { id, name } = await create(judged);
    const run = await create();
    await play(run.id);
    const page = z.object({
      ...{ total: z.int(), page: z.int(), page_size: z.int() },
      items: z.array(
        z.object({
          ...{ id: z.string(), name: z.string(), version_count: integer, thirty_day_run_count: integer },
          ...{
            thirty_day_chart: z.array(z.unknown()).nullish(),
            thirty_day_error_rate: z.array(z.unknown()).nullish(),
          },
          ...{ tags: z.array(z.string()).nullish(), current_version: text, last_updated: text },
        }),
      ),
    });
    const body = { page: 0, page_size: 25, owner_filter: "user", sort_by: "updated_at", sort_order: "desc" };
    const { items } = await call("POST", `${templates}/list/`, page, body);
    expect(items.find((item) => item.id === run.id)).toMatchObject({
      thirty_day_run_count: 1,
      thirty_day_error_rate: [{ rate: 0 }],
    });
    const detail = z.object({
      ...{ id: z.string(), name: z.string(), multi_choice: flag, check_internet: flag, error_localizer_enabled: flag },
      ...{ pass_threshold: z.number().nullish(), choice_scores: z.record(z.string(), z.number()).nullish() },
      ...{ required_keys: z.array(z.string()), tags: z.array(z.string()), config: record },
    });
    expect(await call("GET", `${templates}/${id}/detail/`, detail)).toMatchObject({ id, name });
    const updated = z.object({ id: z.string(), name: text, updated: flag });
    const change = { description: "now", multi_choice: false, error_localizer_enabled: true, publish: true };
    expect(await call("PUT", `${templates}/${id}/update/`, updated, change)).toEqual({ id, name, updated: true });
    await call("POST", "/model-hub/delete-eval-template/", z.unknown(), { eval_template_id: id });
    const count = z.object({ deleted_count: z.int() });
    const ids = [id, run.id];
    expect(await call("POST", `${templates}/bulk-delete/`, count, { template_ids: ids })).toEqual({ deleted_count: 1 });
    const again = await send(server.url, "POST", "/model-hub/delete-eval-template/", {
      headers,
      body: { eval_template_id: id },
    });
    expect(again.status).toBe(404);
  });

  test("versions are listed, created from criteria or a snapshot, made current and restored", async () => {
    const { id } = await create(judged);
    const path = `${templates}/${id}/versions`;
    const listed = z.object({ template_id: z.string(), versions: z.array(listedVersion), total: z.int() });
    const criteria = "Is {{output}} about {{input}}?";
    await call("POST", `${path}/create/`, version, { criteria, model: "turing_flash" });
    const { versions } = await call("GET", `${path}/`, listed);
    expect(versions).toMatchObject([
      { version_number: 2, is_default: true, criteria, model: "turing_flash" },
      { version_number: 1, is_default: false, criteria: judged.instructions },
    ]);
    const [second, first] = versions;
    const snapshot = { config_snapshot: { ...first?.config_snapshot, pass_threshold: 0.9, unknown: 1 } };
    await call("POST", `${path}/create/`, version, snapshot);
    const [third] = (await call("GET", `${path}/`, listed)).versions;
    expect(third).toMatchObject({ criteria: judged.instructions, config_snapshot: { pass_threshold: 0.9 } });
    expect(await call("PUT", `${path}/${second?.id}/set-default/`, version)).toMatchObject({ is_default: true });
    const restored = version.extend({ restored_from: integer });
    expect(await call("POST", `${path}/${first?.id}/restore/`, restored)).toMatchObject({
      version_number: 4,
      restored_from: 1,
    });
  });

  test("a copy has usage by period and version, charts and feedback", async () => {
    const made = await create();
    const name = `own-${crypto.randomUUID()}`;
    const copied = z.object({ message: z.string(), eval_template_id: z.string() });
    const copy = { eval_template_id: made.id, name };
    const { eval_template_id: id } = await call("POST", "/model-hub/duplicate-eval-template/", copied, copy);
    const { log_id } = await play(id);
    const usage = z.object({
      ...{ template_id: z.string(), stats: record, chart: z.array(z.unknown()) },
      logs: z.object({ items: z.array(record), page: z.int(), page_size: z.int() }),
    });
    const of = (query: string) => call("GET", `${templates}/${id}/usage/?page=0&page_size=25&${query}`, usage);
    const steps = { "30m": 30, "6h": 24, "1d": 24, "7d": 7, "30d": 30, "90d": 90 };
    for (const [period, count] of Object.entries(steps)) {
      const used = await of(`period=${period}`);
      expect(used).toMatchObject({ template_id: id, stats: { runs: 1, scored: 1 }, logs: { items: [{ log_id }] } });
      expect([used.chart.length, used.chart.at(-1)]).toEqual([count, expect.objectContaining({ runs: 1 })]);
    }
    expect((await of("period=7d&version=V1")).stats).toMatchObject({ runs: 1 });
    expect(await of("period=7d&version=V2")).toMatchObject({ stats: { runs: 0 }, logs: { items: [] } });
    const charts = z.object({
      charts: z.record(z.string(), z.looseObject({ thirty_day_chart: z.array(z.unknown()) })),
    });
    const body = { template_ids: [id, crypto.randomUUID()] };
    expect((await call("POST", `${templates}/list-charts/`, charts, body)).charts).toMatchObject({
      [id]: { thirty_day_chart: [{ runs: 1 }] },
    });
    const feedback = { log_id, action_type: "keep", value: "Failed", explanation: "It is lost." };
    await call("POST", "/model-hub/eval-playground/feedback/", z.unknown(), feedback);
    const feedbackList = z.object({
      ...{ template_id: z.string(), items: z.array(record), total: z.int(), page: z.int(), page_size: z.int() },
    });
    expect(await call("GET", `${templates}/${id}/feedback-list/?page=0&page_size=25`, feedbackList)).toMatchObject({
      ...{ template_id: id, total: 1 },
      items: [{ log_id, value: "Failed", explanation: "It is lost." }],
    });
  });

  test("a composite is created, read, changed and run", async () => {
    const { id: own } = await create();
    const oneLine = idOfName("one_line");
    const made = await call("POST", `${templates}/create-composite/`, composite, {
      ...{ name: `own-${crypto.randomUUID()}`, child_template_ids: [own, oneLine], tags: [] },
      ...{ aggregation_enabled: true, aggregation_function: "weighted_avg", composite_child_axis: "" },
      child_weights: { [own]: 3 },
    });
    const path = `${templates}/${made.id}/composite/`;
    expect(await call("GET", path, composite)).toEqual(made);
    const changed = await call("PATCH", path, composite, { aggregation_function: "min", description: "again" });
    expect(changed).toMatchObject({ aggregation_function: "min", description: "again", children: [{ weight: 3 }, {}] });
    const result = z.object({
      ...{ composite_id: z.string(), composite_name: text, aggregation_enabled: flag, aggregation_function: text },
      ...{ aggregate_score: z.number().nullish(), aggregate_pass: flag.nullish(), summary: z.unknown() },
      ...{ total_children: z.int(), completed_children: z.int(), failed_children: z.int() },
      error_localizer_results: record.nullish(),
      children: z.array(
        z.object({
          ...{ child_id: z.string(), child_name: z.string(), order: z.int(), status: z.string(), weight: z.number() },
          ...{ reason: text, output_type: text, error: text, log_id: text, score: z.unknown(), output: z.unknown() },
        }),
      ),
    });
    const body = { mapping: { text: "a parcel" }, config: {}, error_localizer: false, input_data_types: {} };
    expect(await call("POST", `${path}execute/`, result, body)).toMatchObject({
      ...{ aggregate_score: 1, aggregate_pass: true, total_children: 2, completed_children: 2, failed_children: 0 },
      children: [{ child_id: own, output: "Passed" }, { child_id: oneLine }],
    });
  });

  test("ground truth is uploaded, mapped, configured, read, searched and deleted", async () => {
    const { id } = await create(judged);
    const path = `${templates}/${id}`;
    const columns = ["question", "answer", "verdict"];
    const data = [{ question: "Where is it?", answer: "At the depot.", verdict: "Passed" }];
    const mapping = z.record(z.string(), z.string());
    const status = z.object({
      ...{ id: z.string(), embedding_status: z.string(), embedded_row_count: integer, total_rows: z.int() },
      progress_percent: z.number().nullish(),
    });
    const set = z.object({
      ...{ id: z.string(), name: z.string(), row_count: z.int(), columns: z.array(z.string()) },
      ...{ embedding_status: z.string(), description: text, file_name: text, created_at: text },
      ...{ variable_mapping: mapping.nullish(), role_mapping: mapping.nullish(), embedded_row_count: integer },
    });
    const upload = { name: "Checked", description: "", file_name: "", columns, data };
    const { id: groundTruth } = await call("POST", `${path}/ground-truth/upload/`, set, upload);
    const listed = z.object({ template_id: z.string(), items: z.array(set), total: z.int() });
    expect(await call("GET", `${path}/ground-truth/`, listed)).toMatchObject({ template_id: id, total: 1 });
    const rows = `/model-hub/ground-truth/${groundTruth}`;
    const variables = { variable_mapping: { input: "question", output: "answer" } };
    const roles = { role_mapping: { expected_output: "verdict" } };
    const mapped = z.object({ id: z.string(), variable_mapping: mapping });
    expect(await call("PUT", `${rows}/mapping/`, mapped, variables)).toEqual({ id: groundTruth, ...variables });
    const withRoles = z.object({ id: z.string(), role_mapping: mapping, embedding_status: text });
    expect(await call("PUT", `${rows}/role-mapping/`, withRoles, roles)).toMatchObject(roles);
    const config = z.object({
      ground_truth: z.object({
        ...{ enabled: flag, ground_truth_id: text, mode: text, max_examples: integer, injection_format: text },
        similarity_threshold: z.number().nullish(),
      }),
    });
    const use = { enabled: true, ground_truth_id: groundTruth, mode: "auto", max_examples: 3 };
    const settings = { ...use, similarity_threshold: 0.7, injection_format: "structured" };
    expect(await call("PUT", `${path}/ground-truth-config/`, config, settings)).toEqual({ ground_truth: settings });
    expect(await call("GET", `${path}/ground-truth-config/`, config)).toEqual({ ground_truth: settings });
    const page = z.object({
      ...{ id: z.string(), page: z.int(), page_size: z.int(), total_rows: z.int(), total_pages: z.int() },
      ...{ columns: z.array(z.string()), rows: z.array(record) },
    });
    expect(await call("GET", `${rows}/data/?page=1&page_size=50`, page)).toMatchObject({ rows: data, total_pages: 1 });
    expect(await call("GET", `${rows}/status/`, status)).toMatchObject({ total_rows: 1 });
    await call("POST", `${rows}/embed/`, status);
    const found = z.object({ query: z.string(), results: z.array(record), total: z.int() });
    const search = { query: "Where is it?", max_results: 3 };
    expect(await call("POST", `${rows}/search/`, found, search)).toMatchObject({
      total: 1,
      results: [{ row: data[0] }],
    });
    const gone = z.object({ id: z.string(), deleted: flag });
    expect(await call("DELETE", `${rows}/`, gone)).toEqual({ id: groundTruth, deleted: true });
  });
});
