// Every command of the documentation that sends a request, run as printed by a shell, with curl and jq, against a server. Only the
// address and the ids that readers fill in are replaced.
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf } from "@/db/testing/factories";
import { createFeedbackKey } from "@/lib/annotation/feedback/feedback-keys";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { createExperiment } from "@/lib/evaluation/experiments/start-experiment";
import { advanceToEnd, bindTestEval, createTestDataset, tableOf } from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createTestTemplate } from "@/lib/evaluation/testing";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { assignPromptLabel } from "@/lib/prompts/labels";
import { createPrompt } from "@/lib/prompts/prompts";
import { savePromptVersion } from "@/lib/prompts/versions";
import { createAgentDefinition } from "@/lib/simulation/agents/agents";
import { createCredentials, send } from "./http/testing/api";
import { furnish } from "./http/testing/furnish";
import { ADMIN_TOKEN, type Mounted, startMount } from "./http/testing/mounts";
import { blocksOf, guides } from "./testing/guides";

// The command line is a file of the screens' process.
const blocks = guides
  .flatMap((page) => blocksOf(page, "sh"))
  .filter(({ text }) => /\bcurl /.test(text) && !text.includes("/assay.mjs"));
const [production] = systemLabels;
const hasPrograms = ["curl", "jq"].every((program) => spawnSync(program, ["--version"]).status === 0);

describe.runIf(hasPrograms)("commands in the documentation", () => {
  let server: Mounted;
  /** Some commands make files. */
  let folder: string;
  let variables: Record<string, string>;
  let fields: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-docs-"));
    server = await startMount("stand-alone");
    const credentials = await createCredentials(server.db);
    const owner = contextOf(server.db, credentials.organization, credentials.userId, "Owner");
    const ids = await furnish(owner, "Docs");
    const dataset = await questions(owner);
    const { key: feedback } = await createFeedbackKey(owner, { project_id: ids.project, name: "Shop" });
    fields = { ...dataset, feedback, item_id: ids.otherItem, label_id: ids.label };
    variables = {
      ...{ KEY: credentials.key, SECRET: credentials.secret, ADMIN_TOKEN, ORGANIZATION: credentials.organization.id },
      ...{ PROJECT: ids.project, QUEUE: ids.queue, DATASET: dataset.dataset_id, LABEL: production.id },
      ...{ PROMPT: await supportReply(owner), SCENARIO: ids.scenario, ID: ids.scenario, ...(await parcelDesk(owner)) },
      TEMPLATE: await createTestTemplate(owner, { required_keys: ["conversation"] }),
      BASE: `${server.url}/model-hub`,
    };
    fields.agent_definition_id = variables.AGENT ?? "";
    await rebuildProjection();
    variables.KEY_ID = await managedKey(server.url, credentials.organization.id);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  test("the documentation has commands", () => {
    expect(blocks.length).toBeGreaterThan(20);
  });

  test.each(blocks)("$page %#", async ({ page, text }) => {
    const known = page.includes("prompt") ? { ...fields, label_id: production.id } : fields;
    const script = fill(text, known).replaceAll("http://localhost:3000", server.url);
    const spoken = `curl() { command curl -sS -w '%{stderr}HTTP %{http_code} %{url_effective}\\n' "$@"; }\n${script}`;
    const { stdout, stderr } = await promisify(execFile)("sh", ["-e", "-c", spoken], {
      cwd: folder,
      env: { ...process.env, ...variables },
    });
    const statuses = [...stderr.matchAll(/^HTTP (\d+) /gm)].map(([, status]) => Number(status));
    expect(statuses).toHaveLength(text.match(/\bcurl /g)?.length ?? 0);
    expect(
      statuses.filter((status) => status >= 300),
      `${stderr}\n${stdout}`,
    ).toEqual([]);
  });
});

/** The prompt of the pages: production has its first version of two. */
async function supportReply(owner: Context): Promise<string> {
  const messages = [{ role: "user", content: "Answer: {{question}}" }] as const;
  const content = promptContent.parse({ model: "sandbox/echo", messages });
  const words = { folder: "", description: "", message: "" };
  const { id } = await createPrompt(owner, { name: "support-reply", ...words, content });
  await assignPromptLabel(owner, { prompt_id: id, label_id: production.id, version: "v1", message: "" });
  await savePromptVersion(owner, { prompt_id: id, message: "", content });
  return id;
}

/** Questions and answers with an evaluation, and two experiments that are complete. */
async function questions(owner: Context) {
  const dataset_id = await createTestDataset(owner, 2);
  const { column_config: columns } = await tableOf(owner, dataset_id);
  const output_column_id = columns.find(({ name }) => name === "answer")?.id ?? "";
  const config = { mapping: { text: "answer" }, params: { keyword: "Answer" } };
  const user_eval_id = await bindTestEval(owner, dataset_id, idOfName("contains"), { config });
  const run = async (name: string) => {
    const task = { kind: "column" } as const;
    const chosen = { dataset_id, output_column_id, user_eval_ids: [user_eval_id] };
    const { run_id } = await createExperiment(owner, { name, task, ...chosen, repeats: 1, at_once: 1 });
    await advanceToEnd(owner, run_id);
    return run_id;
  };
  const [baseline_id, candidate_id] = [await run("Before"), await run("After")];
  const { id: dataset_version_id } = await createDatasetVersion(owner, { dataset_id, name: "First", description: "" });
  return { dataset_id, dataset_version_id, output_column_id, user_eval_ids: user_eval_id, baseline_id, candidate_id };
}

/** A gateway key that takes payments. */
async function managedKey(url: string, organization_id: string): Promise<string> {
  const { body } = await send(url, "POST", "/-/keys", {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: { name: "customer", key_type: "managed", organization_id },
  });
  return body.id;
}

/** An agent that a model plays. */
async function parcelDesk(owner: Context) {
  const { agent } = await createAgentDefinition(owner, {
    ...{ agent_name: "Parcels", agent_type: "text", description: "You answer where parcels are.", commit_message: "" },
    target: { type: "description", model: "sandbox/echo", timeout_seconds: 30 },
  });
  return { AGENT: agent.id, VERSION: agent.latest_version_id };
}

/** Puts the id that a reader would put where a page has an ellipsis. */
const fill = (text: string, fields: Record<string, string>): string =>
  text
    .replaceAll(/("(\w+)": \[?)"…"/g, (all, start, name) => (fields[name] ? `${start}"${fields[name]}"` : all))
    .replaceAll("assay_pub_example", fields.feedback ?? "");
