// `assay prompts push` and `pull`: the same bytes come back, and what has not changed makes nothing.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Assay, startAssay } from "./testing";

let assay: Assay;
/** Of an organization of each test's own. */
let env: Record<string, string>;
let headers: Record<string, string>;
beforeAll(async () => {
  assay = await startAssay();
}, 120_000);
afterAll(() => assay?.stop());
beforeEach(async () => {
  const credentials = await createCredentials(assay.server.db);
  env = { ASSAY_API_KEY: credentials.key };
  headers = bearer(credentials);
  await rm(join(assay.folder, "prompts"), { recursive: true, force: true });
  await mkdir(join(assay.folder, "prompts"));
});

const P = "/model-hub/prompt-templates";
const [production] = systemLabels;
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await send(assay.server.url, method, path, { headers, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.result ?? answer.body;
};
const run = (...words: string[]) => assay.run(["prompts", ...words], { env });
const write = (file: string, text: string) => writeFile(join(assay.folder, "prompts", file), text);
const read = async (folder = "prompts"): Promise<Record<string, string>> => {
  const names = (await readdir(join(assay.folder, folder))).sort();
  const texts = names.map(async (name) => [name, await readFile(join(assay.folder, folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
};
const versionsOf = async (name: string): Promise<number> => {
  const { results } = await call("GET", `${P}/?${new URLSearchParams({ search: name })}`);
  return results[0]?.versions ?? 0;
};
const prompt = (name: string, text: string, more = "") =>
  `name: ${name}\n${more}messages:\n  - role: user\n    content: ${JSON.stringify(text)}\n`;

test("pull, push and pull give the same bytes; pushing what was pulled creates no version", async () => {
  const content = {
    model: "sandbox/echo",
    settings: { temperature: 0.2, tool_choice: { type: "auto", b: 1, a: 2 } },
    messages: [
      { role: "system", content: "Two lines,\r\nand 🚆\n---\n  \n" },
      { type: "placeholder", name: "history" },
      {
        role: "user",
        content: [
          { type: "text", text: "{{q}}" },
          { type: "image_url", image_url: { url: "x" } },
        ],
      },
    ],
    tools: [{ type: "function", function: { name: "find", parameters: { type: "object", properties: {} } } }],
    output_schema: { type: "object" },
    variables: [{ name: "q", type: "number", examples: ["1", "01"] }],
  };
  const { id } = await call("POST", `${P}/`, {
    name: "Full: of/things",
    folder: "A",
    description: "D",
    message: "M",
    content,
  });
  await call("POST", `/model-hub/prompt-labels/${id}/${production.id}/assign-label-by-id/`, { version: "v1" });
  await call("POST", `${P}/`, { name: "plain", content: { messages: [{ role: "user", content: "Hi" }] } });
  await call("POST", `${P}/create-draft/`, { name: "draft", prompt_config: [{ messages: content.messages }] });
  expect((await run("pull", "prompts")).out).toBe("new        Full%3A of%2Fthings.yaml\nnew        plain.yaml\n");
  const pulled = await read();
  expect(pulled["plain.yaml"]).toBe("name: plain\nmessages:\n  - role: user\n    content: Hi\n");
  const pushed = await run("push", "prompts", "--labels");
  expect(pushed).toEqual({ code: 0, err: "", out: "unchanged    Full: of/things v1\nunchanged    plain v1\n" });
  expect((await run("pull", "prompts")).out).toMatch(/^unchanged .*\nunchanged .*\n$/);
  expect(await read()).toEqual(pulled);
  // Also by way of a server that knows nothing of them.
  const other = await createCredentials(assay.server.db);
  const there = { ASSAY_API_KEY: other.key };
  expect((await assay.run(["prompts", "push", "prompts", "--labels"], { env: there })).out).toBe(
    "new          Full: of/things v1, moves production\nnew          plain v1\n",
  );
  await assay.run(["prompts", "pull", "back"], { env: there });
  expect(await read("back")).toEqual(pulled);
});

test("a changed file creates one version, however often and by however many clients it is pushed", async () => {
  await write("a.yaml", prompt("a", "One"));
  await write("b.yml", prompt("b", "Two"));
  await write("README.md", "Not a prompt");
  const dry = await run("push", "prompts", "--dry-run", "--json");
  expect(JSON.parse(dry.out)).toMatchObject({
    dry_run: true,
    prompts: [{ name: "a", change: "created" }, { name: "b" }],
  });
  expect(await versionsOf("a")).toBe(0);
  await Promise.all([run("push", "prompts"), run("push", "prompts")]);
  expect([await versionsOf("a"), await versionsOf("b")]).toEqual([1, 1]);
  await write("a.yaml", prompt("a", "Changed", "folder: Support\nmessage: Shorter\n"));
  const both = await Promise.all([run("push", "prompts"), run("push", "prompts")]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.map(({ out }) => out.split("\n")[0]).sort()).toEqual(["new version  a v2", "unchanged    a v2"]);
  expect(await run("push", "prompts")).toMatchObject({ out: "unchanged    a v2\nunchanged    b v1\n" });
  expect((await run("pull", "prompts", "--folder", "Support", "--json")).out).toContain('"file": "a.yaml"');
  expect(await versionsOf("a")).toBe(2);
});

test("a push moves labels only if asked to", async () => {
  await write("a.yaml", prompt("a", "One", "labels: [production]\n"));
  expect((await run("push", "prompts")).out).toBe("new          a v1, production is not set (use --labels)\n");
  expect((await run("push", "prompts", "--labels")).out).toBe("unchanged    a v1, moves production\n");
  expect((await run("push", "prompts", "--labels")).out).toBe("unchanged    a v1\n");
  await write("a.yaml", prompt("a", "One", "labels: [nowhere]\n"));
  expect(await run("push", "prompts", "--labels")).toMatchObject({
    code: 3,
    err: "a.yaml: labels: There is no label nowhere. Make it first.\n",
  });
});

test("bad files are refused by file and field, and nothing is written", async () => {
  await write("a.yaml", prompt("a", "One"));
  await write("b.yaml", prompt("b", "Two", "settings: { temperature: 9 }\n"));
  await write("c.yaml", "name: [");
  const { code, err } = await run("push", "prompts");
  expect([code, err.split("\n").slice(0, 2)]).toEqual([
    3,
    [
      expect.stringMatching(/^b\.yaml: settings\.temperature: /),
      expect.stringMatching(/^c\.yaml: the file: Is not YAML/),
    ],
  ]);
  expect(await versionsOf("a")).toBe(0);
  expect(await run("push", "none")).toMatchObject({ code: 3, err: "There is no folder none.\n" });
  await mkdir(join(assay.folder, "empty"), { recursive: true });
  expect(await run("push", "empty")).toMatchObject({ code: 3, err: "There is no YAML file in empty.\n" });
});

test("all files are checked before the first is written, even beyond one request", async () => {
  const large = "x".repeat(90_000);
  for (let index = 0; index < 30; index += 1) await write(`p${index}.yaml`, prompt(`p${index}`, large));
  await write("z.yaml", "name: z");
  expect(await run("push", "prompts")).toMatchObject({ code: 3, err: expect.stringContaining("z.yaml: messages") });
  expect(await versionsOf("p0")).toBe(0);
  await rm(join(assay.folder, "prompts", "z.yaml"));
  const { out } = await run("push", "prompts");
  expect(out.split("\n").filter((line) => line.startsWith("new "))).toHaveLength(30);
});
