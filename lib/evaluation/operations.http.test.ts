import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf } from "@/db/testing/factories";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, startMount } from "@/lib/http/testing/mounts";
import { idOfName } from "./templates/fingerprint";
import { createTestLogs, createTestTemplate } from "./testing";

/** fetch sends no body with a GET; the documented client does. */
async function getWithBody(url: string, headers: Record<string, string>, body: unknown) {
  const text = JSON.stringify(body);
  const sent = request(url, {
    method: "GET",
    headers: { ...headers, "content-type": "application/json", "content-length": String(text.length) },
  });
  sent.end(text);
  const [response] = await once(sent, "response");
  let answer = "";
  for await (const chunk of response) answer += chunk;
  return JSON.parse(answer);
}

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  let template: string;
  beforeAll(async () => {
    server = await startMount(mount);
    await rebuildProjection(); // nothing does so by itself on the Next mount, where a job does it on request
    const credentials = await createCredentials(server.db);
    headers = bearer(credentials);
    const context = contextOf(server.db, credentials.organization, credentials.userId);
    template = await createTestTemplate(context);
    await createTestLogs(context, template, [{ mapping: { input: "a" } }, { mapping: { input: "b" } }]);
  }, 120_000);
  afterAll(() => server?.stop());

  test("the playground answers with status, result and milliseconds, for both spellings of its fields", async () => {
    const mapping = { text: "a parcel" };
    const both = [
      { template_id: idOfName("contains"), mapping, params: { keyword: "parcel" }, error_localizer: false, unknown: 1 },
      { templateId: idOfName("contains"), mapping, config: { params: { keyword: "parcel" } }, errorLocalizer: false },
    ];
    for (const body of both) {
      const answer = await send(server.url, "POST", "/model-hub/eval-playground", { headers, body });
      expect(Object.keys(answer.body)).toEqual(["status", "result", "execution_time"]);
      expect(answer.body).toMatchObject({
        status: true,
        result: { output: "Passed" },
        execution_time: expect.any(Number),
      });
      const { body: logs } = await send(
        server.url,
        "GET",
        `/model-hub/get-eval-logs?log_id=${answer.body.result.log_id}`,
        { headers },
      );
      expect(logs).toEqual([
        expect.objectContaining({
          template_id: idOfName("contains"),
          dataset_id: null,
          source: "eval_playground",
          status: "success",
        }),
      ]);
    }
  });

  test("published clients evaluate one or many cases by name, and read a run again", async () => {
    const listed = await send(server.url, "GET", "/sdk/api/v1/get-evals/", { headers });
    expect(listed.body.result.find(({ name }: { name: string }) => name === "is_email")).toMatchObject({
      config: { output: "Pass/Fail", required_keys: ["text"] },
    });
    const run = (body: object) => send(server.url, "POST", "/sdk/api/v1/new-eval/", { headers, body });
    const many = await run({
      eval_name: "is_email",
      inputs: { text: ["ada@example.test", "", "ada"] },
      is_async: false,
    });
    expect(
      many.body.result.map(
        ({ evaluations: [one] }: { evaluations: { outcome: string; output: unknown }[] }) =>
          `${one?.outcome} ${one?.output}`,
      ),
    ).toEqual(["scored Passed", "scored Failed", "scored Failed"]);
    const one = await run({ eval_name: "toxicity", inputs: { output: "Hello." }, model: "sandbox/judge" });
    const [
      {
        evaluations: [evaluation],
      },
    ] = one.body.result;
    expect(evaluation).toMatchObject({
      name: "toxicity",
      output_type: "Pass/Fail",
      outcome: "scored",
      model: "sandbox/judge",
    });
    const again = await send(server.url, "GET", `/sdk/api/v1/new-eval/?eval_id=${evaluation.eval_id}`, { headers });
    expect(again.body.result).toMatchObject({
      eval_status: "completed",
      result: { value: evaluation.output, input_data: { output: "Hello." } },
    });
    const rouge = { eval_name: "rouge_score", inputs: { reference: "a b", hypothesis: "b a" } };
    const byParams = await run({ ...rouge, config: { params: { variant: "rougeL" } } });
    expect(byParams.body.result[0].evaluations[0]).toMatchObject({ output: 0.5 });
    const beside = await run({ ...rouge, config: { variant: "rougeL" } });
    expect([beside.status, beside.body.attr]).toEqual([400, "config.variant"]);
    expect((await run({ eval_name: "no such", inputs: {} })).body).toMatchObject({ status: false, attr: "eval_name" });
    const empty = await run({ eval_name: "is_email", inputs: {} });
    expect([empty.status, empty.body.attr]).toEqual([400, "inputs.text"]);
  });

  test("log details read filters from the query, a POST body, or a GET body that arrives", async () => {
    const path = `/model-hub/get-eval-logs-details/?eval_template_id=${template}`;
    const filters = [
      { column_id: "input", filter_config: { filter_type: "text", filter_op: "equals", filter_value: "a" } },
    ];
    const byQuery = await send(server.url, "GET", `${path}&filters=${encodeURIComponent(JSON.stringify(filters))}`, {
      headers,
    });
    const byPost = await send(server.url, "POST", path, { headers, body: { filters, sort: [] } });
    const byGet = await getWithBody(`${server.url}${path}`, headers, { filters, sort: [] });
    expect(byQuery.body.result.metadata.total_rows).toBe(1);
    expect(byPost.body).toEqual(byQuery.body);
    expect(byGet.result.metadata.total_rows).toBe(mount === "next" ? 2 : 1);
  });
});
