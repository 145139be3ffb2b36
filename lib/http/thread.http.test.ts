// The thread of real work, over HTTP, on both mounts, with both forms of credentials, with and without trailing slashes.
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRows } from "@/db/testing/factories";
import { bearer, type Credentials, createCredentials, pair, send } from "./testing/api";
import { type Mounted, mounts, sharedMount } from "./testing/mounts";

const queues = "/model-hub/annotation-queues";
const labelDefinitions = [
  { name: "Helpfulness", type: "star", settings: { no_of_stars: 5 }, value: { rating: 4 }, exported: 4 },
  { name: "Policy followed", type: "thumbs_up_down", settings: {}, value: "up", exported: "up" },
  {
    name: "Confidence",
    type: "numeric",
    settings: { min: 0, max: 10, step_size: 1, display_type: "slider" },
    value: 7,
    exported: 7,
  },
  {
    name: "Problems",
    type: "categorical",
    settings: {
      rule_prompt: "",
      multi_choice: true,
      auto_annotate: false,
      strategy: null,
      options: [{ label: "Tone" }, { label: "Fact" }],
    },
    value: ["Fact", "Tone"],
    exported: ["Tone", "Fact"],
  },
  {
    name: "Comment",
    type: "text",
    settings: { placeholder: "", min_length: 0, max_length: 500 },
    value: '=HYPERLINK("http://example.test")',
    exported: '=HYPERLINK("http://example.test")',
  },
];

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  beforeAll(async () => {
    server = await sharedMount(mount);
  }, 120_000);
  afterAll(() => server?.stop());

  describe.each([
    ["Bearer, with slashes", bearer, "/"],
    ["the header pair, without slashes", pair, ""],
  ] as const)("with %s", (_, credentialsOf, slash) => {
    test("labels, a queue, items, annotations and the export work from start to end", async () => {
      const credentials: Credentials = await createCredentials(server.db);
      const headers = credentialsOf(credentials);
      const call = async (method: string, path: string, body?: unknown) => {
        const [route, query] = path.split("?");
        const answer = await send(server.url, method, `${route}${slash}${query ? `?${query}` : ""}`, { headers, body });
        expect(`${method} ${path} ${answer.status} ${answer.status === 200 ? "" : JSON.stringify(answer.body)}`).toBe(
          `${method} ${path} 200 `,
        );
        return answer;
      };
      const labelIds: string[] = [];
      for (const { value: _value, exported: _exported, ...definition } of labelDefinitions) {
        const created = await call("POST", "/model-hub/annotations-labels", definition);
        expect(created.body).toMatchObject({ status: true, result: { name: definition.name, archived: false } });
        labelIds.push(created.body.result.id);
      }
      const listed = await call("GET", "/model-hub/annotations-labels?type=star");
      expect(listed.body).toMatchObject({ count: 1, next: null, previous: null, total_pages: 1, current_page: 1 });

      const queue = (await call("POST", queues, { name: "Thread", label_ids: labelIds, auto_assign: true })).body;
      expect(queue).toMatchObject({ status: "draft", viewer_role: "manager" });
      await call("POST", `${queues}/${queue.id}/update-status`, { status: "active" });
      const rows = await createRows(server.db, credentials.organization, ["first", "second", "third"]);
      const items = `${queues}/${queue.id}/items`;
      const references = rows.map((source_id) => ({ source_type: "dataset_row", source_id }));
      const added = await call("POST", `${items}/add-items`, { items: references });
      expect(added.body.result).toMatchObject({ added: 3, duplicates: 0, errors: [] });

      const first = (await call("GET", `${items}/next-item`)).body.result.item;
      const detail = (await call("GET", `${items}/${first.id}/annotate-detail?reserve=true`)).body.result;
      expect(detail.item.source_content.fields).toEqual({ input: "first" });
      expect(detail.labels.map((label: { name: string }) => label.name)).toEqual(labelDefinitions.map((l) => l.name));
      const annotations = labelDefinitions.map(({ value }, index) => ({ label_id: labelIds[index], value }));
      const submitted = await call("POST", `${items}/${first.id}/annotations/submit`, { annotations });
      expect(submitted.body).toEqual({ status: true, result: { submitted: 5, ignored: [] } });
      const completed = (await call("POST", `${items}/${first.id}/complete`)).body.result;
      expect(completed).toMatchObject({ completed_item_id: first.id, next_item: { status: "pending" } });
      const skipped = (await call("POST", `${items}/${completed.next_item.id}/skip`, {})).body.result;
      expect(skipped.skipped_item_id).toBe(completed.next_item.id);
      expect((await call("POST", `${items}/${skipped.next_item.id}/release`)).body.result).toEqual({ released: true });
      const progress = (await call("GET", `${queues}/${queue.id}/progress`)).body.result;
      expect(progress).toMatchObject({ total: 3, completed: 1, skipped: 1, pending: 1, progress_pct: 33.3 });

      const scores = (await call("GET", `${items}/${first.id}/annotations`)).body.result;
      expect(scores).toHaveLength(5);
      const exported = (await call("GET", `${queues}/${queue.id}/export`)).body.result;
      expect(exported).toHaveLength(3);
      expect(exported[0].annotations.map((annotation: { value: unknown }) => annotation.value)).toEqual(
        labelDefinitions.map((definition) => definition.exported),
      );
      const csv = await call("GET", `${queues}/${queue.id}/export?export_format=csv&status=completed`);
      expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="queue_${queue.id}_annotations.csv"`);
      const lines: Record<string, string>[] = parse(csv.body, { columns: true });
      expect(lines.map((line) => line.value)).toEqual([
        "4",
        "up",
        "7",
        '["Tone","Fact"]',
        `'=HYPERLINK("http://example.test")`,
      ]);
      await call("DELETE", `${queues}/${queue.id}`);
      expect((await send(server.url, "GET", `${queues}/${queue.id}`, { headers })).status).toBe(404);
    });
  });

  test("next and previous links use the address that the client used", async () => {
    const credentials = await createCredentials(server.db);
    const headers = bearer(credentials);
    for (const name of ["a", "b", "c"]) {
      await send(server.url, "POST", `${queues}/`, { headers, body: { name } });
    }
    const page = await send(server.url, "GET", `${queues}/?page=2&limit=1`, { headers });
    expect(page.body).toMatchObject({
      count: 3,
      next: `${server.url}${queues}/?page=3&limit=1`,
      previous: `${server.url}${queues}/?page=1&limit=1`,
      total_pages: 3,
    });
    expect((await send(server.url, "GET", `${queues}/?page=4&limit=1`, { headers })).status).toBe(404);
  });

  test("a GET with a body is accepted", async () => {
    const { request } = await import("node:http");
    const headers = {
      ...bearer(await createCredentials(server.db)),
      "content-type": "application/json",
      "content-length": 2,
    };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${server.url}${queues}/`, { method: "GET", headers }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode));
      });
      call.on("error", reject);
      call.end("{}");
    });
    expect(status).toBe(200);
  });

  test("health needs no credentials, and the API description is served", async () => {
    expect(await send(server.url, "GET", "/health")).toMatchObject({
      status: 200,
      body: { status: true, result: { status: "ok" } },
    });
    const document = await send(server.url, "GET", "/openapi.json");
    expect(document.body.openapi).toBe("3.1.0");
    expect(Object.keys(document.body.paths)).toContain(`${queues}/{queue_id}/items/next-item/`);
  });
});
