import { readdir } from "node:fs/promises";
import { basename, dirname, sep } from "node:path";
import type { BrowserContextOptions, ConsoleMessage, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { inviteMember } from "@/lib/contracts/accounts/invitations";
import { getUserInfo } from "@/lib/contracts/accounts/people";
import { createWebhook, testWebhook } from "@/lib/contracts/accounts/webhooks";
import { createAlert, updateAlert } from "@/lib/contracts/alerts/alerts";
import { listIncidents } from "@/lib/contracts/alerts/incidents";
import { adjudicateItem } from "@/lib/contracts/annotation/adjudications";
import { submitAnnotations } from "@/lib/contracts/annotation/annotating";
import { addComment } from "@/lib/contracts/annotation/discussions";
import { startQueueExport } from "@/lib/contracts/annotation/exports";
import { getQueue } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { getDatasetTable } from "@/lib/contracts/datasets/table";
import { startBackfill } from "@/lib/contracts/evaluation/backfills";
import { createCalibration } from "@/lib/contracts/evaluation/calibrations";
import { keepEvalCase, runEvalCases } from "@/lib/contracts/evaluation/cases";
import { addUserEval } from "@/lib/contracts/evaluation/dataset-evals";
import { createExperiment } from "@/lib/contracts/evaluation/experiments/experiments";
import { listEvalGroups } from "@/lib/contracts/evaluation/groups";
import { runInPlayground } from "@/lib/contracts/evaluation/playground";
import { getEvalRun } from "@/lib/contracts/evaluation/runs";
import { createEvalTask } from "@/lib/contracts/evaluation/tasks";
import { listEvalTemplateNames } from "@/lib/contracts/evaluation/template-list";
import { createEvalTemplate, updateEvalTemplate } from "@/lib/contracts/evaluation/templates";
import { createGatewayKey } from "@/lib/contracts/gateway/keys";
import { assignPromptLabel } from "@/lib/contracts/prompts/labels";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { createPrompt } from "@/lib/contracts/prompts/prompts";
import { savePromptVersion } from "@/lib/contracts/prompts/versions";
import { labelTypes } from "@/lib/contracts/shapes";
import { createAgentVersion } from "@/lib/contracts/simulation/agent-versions";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { getTestExecution } from "@/lib/contracts/simulation/runs/executions";
import { executeRunTest } from "@/lib/contracts/simulation/runs/run-executions";
import { createRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { importScenarioTasks } from "@/lib/contracts/simulation/scenario-sources";
import { editScenario } from "@/lib/contracts/simulation/scenarios";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { createProject, listProjects } from "@/lib/contracts/traces/projects";
import { listSessions } from "@/lib/contracts/traces/sessions";
import { EXPORT_EPOCH_MS, exportOf, hexId } from "@/lib/traces/testing";
import { axeScript } from "./axe";
import {
  type Api,
  apiOf,
  test as base,
  expect,
  newMember,
  origin,
  owner,
  pageOf,
  unique,
  uniqueEmail,
} from "./fixtures";
import { chatThrough, configureGateway } from "./gateway";
import { answer, datasetOf, type QueueScene, queueOf, runOver } from "./scene";
import { recording, spokenCall, spokenCallId } from "./spoken-call";
import { cutTexts, targetsTooSmall } from "./touch";
import { type WalkedScene, walkedCall } from "./walked-call";

// Evaluated as the debugger does: a script that is put into the page may not run there.

interface Scene {
  /** With every type of label, an answer and an export. */
  queue: QueueScene;
  /** Completed by a member, whose answers wait for review and have been discussed. */
  reviewed: QueueScene;
  /** More columns than fit on a screen, and empty cells. */
  wideDatasetId: string;
  /** With two versions, of which one has a label. */
  prompt: { id: string; name: string };
  /** With limits, a budget and credits; the organization has a configuration. */
  gatewayKeyId: string;
  invitationToken: string;
  /** With a delivery. */
  webhook: { id: string; url: string };
  evaluation: EvaluationScene;
  /** With two versions. */
  agentId: string;
  simulation: SimulationScene;
  /** With a graph, and something to look at. */
  scenarioId: string;
  traced: TracedScene;
  incident: { alertProjectId: string; incidentId: string };
  walked: WalkedScene;
}

/** A run test that has run twice, and a call of its second execution. */
interface SimulationScene {
  runId: string;
  executionId: string;
  callId: string;
}

/** A recent trace of two spans, with a session and a user, and a task that evaluates them. */
interface TracedScene {
  traceId: string;
  projectId: string;
  projectName: string;
  sessionId: string;
  sessionName: string;
  taskId: string;
}

/** A computed template that has run, and a judged one. */
interface EvaluationScene {
  computedId: string;
  judgedId: string;
  logId: string;
  /** A sample. */
  groupId: string;
  /** Runs of unlike judges over the queue's rows, and the first one against its annotations. */
  runIds: [string, string];
  calibrationId: string;
  /** With two versions, choices and an example. */
  ownId: string;
  ownName: string;
  /** Of code that leaves its inputs open. */
  openId: string;
  /** With an evaluation, a run of it, and two experiments. */
  datasetId: string;
  experimentIds: string[];
  runId: string;
}

const categories = {
  options: [{ label: "Friendly" }, { label: "Curt" }],
  multi_choice: false,
  rule_prompt: "",
  auto_annotate: false,
  strategy: null,
};

/** Two people's answers: different ones on the first item. */
async function reviewedQueue(api: Api, tools: Parameters<typeof pageOf>[0]): Promise<QueueScene> {
  const people = [await newMember("Ana Ruiz"), await newMember("Ben Okoye")];
  const labels = labelTypes.filter((type) => type !== "categorical").map((type) => ({ type, name: unique(type) }));
  const annotators = people.map((person) => person.userId);
  const queue = await queueOf(api, { rows: 2, labels, annotators, annotationsRequired: 2, requiresReview: true });
  for (const [index, person] of people.entries()) {
    const page = await pageOf(tools, person);
    const answers = [`Text ${index}`, index, index + 3, "up", "First answer", { spans: [] }];
    for (const item_id of queue.itemIds) {
      const values = Object.fromEntries(queue.labelIds.map((labelId, nth) => [labelId, answers[nth]]));
      await answer(apiOf(page), { queue_id: queue.id, item_id, values });
    }
    await page.context().close();
  }
  const first = { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" };
  await api(addComment, { ...first, comment: "Compare the two.", label_id: queue.labelIds[0] ?? "" });
  await api(adjudicateItem, { ...first, values: [{ label_id: queue.labelIds[2] ?? "", value: 4 }], notes: "Rounded." });
  return queue;
}

async function webhookOf(api: Api): Promise<Scene["webhook"]> {
  const url = `https://${unique("hooks").replace(" ", "-")}.example.com/assay`;
  const { webhook } = await api(createWebhook, { url, events: ["queue.completed"] });
  await api(testWebhook, { webhook_id: webhook.id });
  return { id: webhook.id, url: webhook.url };
}

async function promptOf(api: Api): Promise<Scene["prompt"]> {
  const messages = [
    { role: "system" as const, content: "Answer {{name}} in one sentence." },
    { type: "placeholder" as const, name: "history" },
    { role: "user" as const, content: "{{question}}" },
  ];
  const name = unique("support-reply");
  const content = { messages, model: "sandbox/echo" };
  const { id } = await api(createPrompt, { name, folder: "Support", content, message: "First version" });
  const [system, ...others] = messages;
  const shorter = {
    ...content,
    messages: [{ ...system, role: "system" as const, content: "Answer briefly." }, ...others],
  };
  await api(savePromptVersion, { prompt_id: id, content: shorter, message: "Shorter" });
  const [production] = systemLabels;
  await api(assignPromptLabel, { prompt_id: id, label_id: production.id, version: "v1" });
  return { id, name };
}

/** A gateway with something on each of its screens. */
async function configuredGateway(api: Api, tools: Parameters<typeof pageOf>[0]): Promise<string> {
  const { organization } = await api(getUserInfo, {});
  const page = await pageOf(tools, owner());
  await configureGateway(page, organization.id);
  await page.context().close();
  const limits = { rate_limit_rpm: 60, rate_limit_tpm: 900, budget: { period: "daily", limit: 5 } } as const;
  const { id } = await api(createGatewayKey, { name: unique("Bot"), key_type: "managed", ...limits });
  const { key } = await api(createGatewayKey, { name: unique("Caller") });
  for (const model of ["sandbox/echo", "sandbox/error-500"]) await chatThrough(key, model);
  return id;
}

async function ownTemplate(api: Api): Promise<Pick<EvaluationScene, "ownId" | "ownName">> {
  const { id, name } = await api(createEvalTemplate, {
    name: unique("kind").replace(" ", "-"),
    instructions: "How kind is {{output}}?",
    output_type: "deterministic",
    choice_scores: { Kind: 1, Curt: 0 },
    few_shot_examples: [{ inputs: { output: "Thank you!" }, output: "Kind" }],
  });
  await api(updateEvalTemplate, { id, instructions: "How kind is {{output}} to the one who asked {{input}}?" });
  return { ownId: id, ownName: name };
}

async function runOf(
  api: Api,
  template_id: string,
): Promise<Pick<EvaluationScene, "datasetId" | "runId" | "experimentIds">> {
  const { id: dataset_id } = await datasetOf(api, 3);
  const config = { mapping: { text: "answer" } };
  const bound = await api(addUserEval, { dataset_id, name: "one line", template_id, config, run: true });
  const { column_config: columns, table: rows } = await api(getDatasetTable, { dataset_id });
  const output_column_id = columns.find(({ name }) => name === "answer")?.id ?? "";
  const experiment = { dataset_id, output_column_id, user_eval_ids: [bound.user_eval_id] };
  const outputs = rows.map(({ rowId }) => ({ row_id: rowId, output: "At the depot.", latency_ms: 800 }));
  const ids = [];
  for (const task of [{ kind: "column" as const }, { kind: "outputs" as const, outputs }])
    ids.push((await api(createExperiment, { ...experiment, name: task.kind, task })).run_id);
  return { datasetId: dataset_id, runId: bound.run_id ?? "", experimentIds: ids };
}

/** Two runs over a queue's rows, and a judge that is set against its thumbs. */
async function measured(api: Api, queue: QueueScene, label_id: string) {
  const runIds: EvaluationScene["runIds"] = [
    await runOver(api, queue.datasetId, "Answer 4"),
    await runOver(api, queue.datasetId, "Answer"),
  ];
  const [run_id] = runIds;
  const { evaluations } = await api(getEvalRun, { run_id });
  const evaluation_id = evaluations[0]?.id ?? "";
  const judged = { run_id, evaluation_id, queue_id: queue.id, label_id, pass_values: ["up"], name: "Parcels" };
  const { id } = await api(createCalibration, judged);
  return { runIds, calibrationId: id };
}

async function evaluated(api: Api, queue: QueueScene, thumbs: string): Promise<EvaluationScene> {
  const names = await api(listEvalTemplateNames, {});
  const idOf = (templateName: string) => names.find(({ name }) => name === templateName)?.id ?? "";
  const run = { template_id: idOf("bleu_score"), mapping: { reference: "The cat sat.", hypothesis: "A cat sat." } };
  const { result } = await api(runInPlayground, run);
  const kept = { id: run.template_id, mapping: run.mapping };
  await api(keepEvalCase, { ...kept, expected: { kind: "score", from: 0, to: 1 } });
  await api(runEvalCases, { id: run.template_id });
  const groups = await api(listEvalGroups, { name: "Safety" });
  const groupId = groups.data.find(({ is_sample }) => is_sample)?.id ?? "";
  const open = {
    code: "const evaluate = (inputs) => Object.keys(inputs).length > 1",
    output_type: "pass_fail",
  } as const;
  const { id: openId } = await api(createEvalTemplate, {
    name: unique("open").replace(" ", "-"),
    eval_type: "code",
    ...open,
  });
  return {
    computedId: run.template_id,
    openId,
    judgedId: idOf("tone"),
    logId: result.log_id ?? "",
    groupId,
    ...(await measured(api, queue, thumbs)),
    ...(await ownTemplate(api)),
    ...(await runOf(api, idOf("one_line"))),
  };
}

async function simulated(api: Api): Promise<string> {
  const target = { type: "chat_completions", url: "https://agent.example.com/v1", model: "desk-1" };
  const details = { agent_name: unique("Agent"), agent_type: "text", target, api_key: "a key of some length" };
  const { agent } = await api(createAgentDefinition, { ...details, description: "You answer where parcels are." });
  const second = { agent_id: agent.id, description: "You ask for the number first." };
  await api(createAgentVersion, second);
  return agent.id;
}

/** A scripted customer talks to a model that repeats what it gets. */
async function played(api: Api): Promise<SimulationScene> {
  const { agent } = await api(createAgentDefinition, {
    agent_name: unique("Echo"),
    agent_type: "text",
    description: "You answer where parcels are.",
    target: { type: "description", model: "sandbox/echo" },
  });
  const task = {
    user_scenario: { instructions: "Ada asks where her parcel 4711 is." },
    script: ["Where is my parcel 4711?"],
    evaluation_criteria: { actions: [{ name: "find_parcel", arguments: { number: 4711 } }] },
  };
  const details = { name: unique("Scenario"), agent_definition_id: agent.id, tasks: [task] };
  const { scenario_id } = await api(importScenarioTasks, details);
  const names = await api(listEvalTemplateNames, {});
  const template_id = names.find(({ name }) => name === "one_line")?.id ?? "";
  const { id: run_test_id } = await api(createRunTest, {
    name: unique("Run"),
    agent_definition_id: agent.id,
    scenario_ids: [scenario_id],
    evaluations_config: [{ template_id, mapping: { text: "assistant_chat_transcript" } }],
    settings: { simulator_model: "scripted" },
  });
  const over = async () => {
    const { execution_id: test_execution_id } = await api(executeRunTest, { run_test_id });
    const isOver = async () => (await api(getExecutionVerdict, { test_execution_id })).done;
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    return test_execution_id;
  };
  await over();
  const executionId = await over();
  const { results } = await api(getTestExecution, { test_execution_id: executionId });
  return { runId: run_test_id, executionId, callId: results[0]?.id ?? "" };
}

async function scenarioOf(api: Api): Promise<string> {
  const instructions = ["You want to know where parcel 123 is.", "TBD"];
  const tasks = instructions.map((words) => ({ user_scenario: { instructions: words } }));
  const { scenario_id } = await api(importScenarioTasks, { name: unique("Scenario"), tasks });
  const nodes = [{ name: "Greet", isStart: true, prompt: "Says hello" }, { name: "Look up" }, { name: "Forgotten" }];
  const edges = [{ from: "Greet", to: "Look up", condition: { type: "ai", prompt: "the customer gives the number" } }];
  const drawn = { scenario_id, graph: { nodes, edges } };
  await api(editScenario, drawn);
  return scenario_id;
}

async function traced(api: Api): Promise<TracedScene> {
  const project = unique("Assistant");
  const [traceId, root, session] = [hexId(16), hexId(8), unique("visit")];
  const from = Date.now() - EXPORT_EPOCH_MS;
  const around = { traceId, from, to: from + 100 };
  const values = { "openinference.span.kind": "LLM", "input.value": "Where is it?", "output.value": "At the depot." };
  const spans = [
    { ...around, spanId: root, name: "answer", values: { "session.id": session, "user.id": "ann" } },
    { ...around, spanId: hexId(8), parentSpanId: root, name: "chat", values },
  ];
  await api(exportTraces, exportOf({ "service.name": project }, spans));
  const { results } = await api(listProjects, { search: project });
  const projectId = results[0]?.id ?? "";
  const sessions = await api(listSessions, { search: session });
  const names = await api(listEvalTemplateNames, {});
  const template_id = names.find(({ name }) => name === "distinct_n")?.id ?? "";
  const task = await api(createEvalTask, {
    name: "New words",
    project_id: projectId,
    filters: { observation_types: ["llm"] },
    evaluations: [{ template_id, mapping: { text: "span.output" } }],
  });
  await api(startBackfill, { task_id: task.id });
  return {
    ...{ traceId, taskId: task.id, projectId, projectName: project },
    ...{ sessionId: sessions.results[0]?.id ?? "", sessionName: session },
  };
}

/** An alert over traces of the last hour, and the incident that it opens with the next sweep. */
async function alerted(api: Api): Promise<{ alertProjectId: string; incidentId: string }> {
  const { id: project_id, name } = await api(createProject, { name: unique("Failing") });
  const failed = Array.from({ length: 40 }, (_, index) => {
    const from = Date.now() - EXPORT_EPOCH_MS - 30 * 60_000 + index * 15_000;
    return { traceId: hexId(16), spanId: hexId(8), name: "answer", status: { code: 2 }, from, to: from + 100 };
  });
  await api(exportTraces, exportOf({ "service.name": name }, failed));
  // It begins an hour ago, and then looks at what a minute ago began.
  const watched = { measure: "errors", comparison: "fixed", limit: 0.01 } as const;
  const alert = await api(createAlert, { project_id, name: "Errors", ...watched, settle_minutes: 60 });
  await api(updateAlert, { alert_id: alert.id, settle_minutes: 1 });
  const incidents = async () => (await api(listIncidents, { project_id })).results;
  await expect.poll(async () => (await incidents()).length, { timeout: 100_000 }).toBe(1);
  return { alertProjectId: project_id, incidentId: (await incidents())[0]?.id ?? "" };
}

const widths = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;
type Width = keyof typeof widths;

/** A page of this width, of the owner or of nobody. */
type Viewer = (width: Width, isPublic?: boolean) => Promise<Page>;

const test = base.extend<object, { scene: Scene; viewer: Viewer }>({
  // One page for all screens: what they share is fetched and compiled once.
  viewer: [
    async ({ browser, ownersCookies }, use) => {
      const pages = new Map<string, Promise<Page>>();
      const open = async (width: Width, isPublic: boolean) => {
        const context = await browser.newContext({ ...widths[width], baseURL: origin(), reducedMotion: "reduce" });
        if (!isPublic) await context.addCookies(ownersCookies);
        return context.newPage();
      };
      await use((width, isPublic = false) => {
        const key = `${width} ${isPublic}`;
        const page = pages.get(key) ?? open(width, isPublic);
        pages.set(key, page);
        return page;
      });
      for (const page of pages.values()) await (await page).context().close();
    },
    { scope: "worker" },
  ],
  scene: [
    async ({ api, browser, playwright }, use) => {
      const labels = labelTypes.map((type) => ({
        type,
        name: unique(type),
        settings: type === "categorical" ? categories : {},
      }));
      const queue = await queueOf(api, { rows: 4, labels });
      const { labels: bound } = await api(getQueue, { queue_id: queue.id });
      const thumbs = bound.find(({ type }) => type === "thumbs_up_down")?.label_id ?? "";
      const annotations = [{ label_id: thumbs, value: "up" }];
      await api(submitAnnotations, { queue_id: queue.id, item_id: queue.itemIds[3] ?? "", annotations });
      await api(startQueueExport, { queue_id: queue.id });
      const columns = Array.from({ length: 15 }, (_, index) => [`column ${index}`, index % 4 ? null : "A value"]);
      const file = new File([JSON.stringify([Object.fromEntries(columns)])], "wide.json");
      const [{ dataset_id }, { token }, reviewed, gatewayKeyId] = await Promise.all([
        api(createDatasetFromFile, { file, new_dataset_name: unique("Wide") }),
        api(inviteMember, { email: uniqueEmail() }),
        reviewedQueue(api, { browser, playwright }),
        configuredGateway(api, { browser, playwright }),
      ]);
      const prompt = await promptOf(api);
      const [evaluation, agentId, simulation, scenarioId, tracedScene, walked, incident] = await Promise.all([
        evaluated(api, queue, thumbs),
        simulated(api),
        played(api),
        scenarioOf(api),
        traced(api),
        walkedCall(api),
        alerted(api),
      ]);
      await use({
        queue,
        reviewed,
        wideDatasetId: dataset_id,
        prompt,
        invitationToken: token,
        webhook: await webhookOf(api),
        gatewayKeyId,
        evaluation,
        agentId,
        simulation,
        scenarioId,
        traced: tracedScene,
        incident,
        walked,
      });
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

interface Screen {
  name: string;
  path: (scene: Scene) => string;
  heading: string | RegExp | ((scene: Scene) => string);
  /** Without a session; the others send to the sign-in. */
  isPublic?: true;
  /** Where the address leads on to. */
  target?: string;
  /** What the screen's dialog is called, where the address opens one. */
  dialog?: string;
  /** What the page gets in place of the server's answers, where no server can know it here. */
  fakes?: (page: Page) => Promise<void>;
  /** What is opened on it, where no address does. */
  used?: (page: Page) => Promise<void>;
  /** The address leads nowhere, which browsers also write to the console. */
  isMissing?: true;
}

const queueTabs = ["progress", "analytics", "agreement", "layout", "labels", "members", "exports", "settings"];

const screens: Screen[] = [
  { name: "home", path: links.home, heading: /^Welcome, / },
  { name: "queues", path: links.queues, heading: "Queues" },
  { name: "new queue", path: () => links.newQueue(), heading: "Create a queue" },
  {
    name: "new queue of a template",
    path: ({ queue }) => links.newQueue({ template: "rag", dataset: queue.datasetId }),
    heading: "Create a queue",
  },
  { name: "items", path: ({ queue }) => links.queue(queue.id), heading: ({ queue }) => queue.name },
  ...queueTabs.map((tab) => ({
    name: `queue's ${tab}`,
    path: ({ queue }: Scene) => links.queue(queue.id, tab),
    heading: ({ queue }: Scene) => queue.name,
  })),
  { name: "desk", path: ({ queue }) => links.desk(queue.id), heading: ({ queue }) => queue.datasetName },
  ...["analytics", "agreement"].map((tab) => ({
    name: `reviewed queue's ${tab}`,
    path: ({ reviewed }: Scene) => links.queue(reviewed.id, tab),
    heading: ({ reviewed }: Scene) => reviewed.name,
  })),
  {
    name: "items in review",
    path: ({ reviewed }) => links.queue(reviewed.id),
    heading: ({ reviewed }) => reviewed.name,
  },
  {
    name: "review desk",
    path: ({ reviewed }) => links.review(reviewed.id),
    heading: ({ reviewed }) => reviewed.datasetName,
  },
  { name: "nothing to review", path: ({ queue }) => links.review(queue.id), heading: "Nothing to compare" },
  { name: "notifications", path: links.notifications, heading: "Notifications" },
  { name: "labels", path: links.labels, heading: "Labels" },
  { name: "datasets", path: links.datasets, heading: "Datasets" },
  { name: "import", path: links.importDataset, heading: "Import a dataset" },
  { name: "dataset", path: ({ queue }) => links.dataset(queue.datasetId), heading: ({ queue }) => queue.datasetName },
  { name: "wide dataset", path: ({ wideDatasetId }) => links.dataset(wideDatasetId), heading: /^Wide / },
  {
    name: "dataset to a queue",
    path: ({ queue }) => links.datasetToQueue(queue.datasetId),
    heading: ({ queue }) => queue.datasetName,
    dialog: "Add to a queue",
  },
  {
    name: "dataset to evaluate",
    path: ({ reviewed }) => links.evaluateDataset(reviewed.datasetId),
    heading: ({ reviewed }) => reviewed.datasetName,
    dialog: "Add an evaluation",
  },
  {
    name: "prompt of a column",
    path: ({ reviewed }) => links.newPromptColumn(reviewed.datasetId),
    heading: ({ reviewed }) => reviewed.datasetName,
    dialog: "Add a column filled by a model",
  },
  {
    name: "run to start",
    path: ({ evaluation }) => links.evaluateDataset(evaluation.datasetId),
    heading: /^Conversations /,
    dialog: "Evaluate the rows",
  },
  {
    name: "runs of a dataset",
    path: ({ evaluation }) => links.datasetRuns(evaluation.datasetId),
    heading: /^Conversations /,
  },
  {
    name: "evaluation run",
    path: ({ evaluation }) => links.evalRun(evaluation.datasetId, evaluation.runId),
    heading: /one line/,
  },
  { name: "prompts", path: links.prompts, heading: "Prompts" },
  { name: "no matching prompts", path: () => `${links.prompts()}?search=nothing`, heading: "Prompts" },
  { name: "prompt", path: ({ prompt }) => links.prompt(prompt.id), heading: ({ prompt }) => prompt.name },
  ...["changes", "call", "gates", "history"].map((tab) => ({
    name: `prompt ${tab}`,
    path: ({ prompt }: Scene) => `${links.prompt(prompt.id)}?tab=${tab}`,
    heading: ({ prompt }: Scene) => prompt.name,
  })),
  {
    name: "gate of a prompt",
    path: ({ prompt }) => `${links.prompt(prompt.id)}?tab=gates`,
    heading: ({ prompt }) => prompt.name,
    used: async (page) => {
      await page.getByRole("button", { name: /^Set a gate/ }).click();
      await expect(page.getByRole("dialog", { name: "Set a gate" })).toContainText(/About \d+/);
    },
  },
  {
    name: "playground of prompts",
    path: ({ prompt }) => links.playPrompt(prompt.id),
    heading: ({ prompt }) => `Play ${prompt.name}`,
  },
  { name: "evaluation templates", path: links.evalTemplates, heading: "Evaluation templates" },
  {
    name: "evaluation template",
    path: ({ evaluation }) => links.evalTemplate(evaluation.computedId),
    heading: "bleu_score",
  },
  ...["judged", "code", "composite"].map((kind) => ({
    name: `new ${kind} template`,
    path: () => links.newEvalTemplate(kind),
    heading: `New ${kind} template`,
  })),
  {
    name: "field that suggests",
    path: () => links.newEvalTemplate("judged"),
    heading: "New judged template",
    used: async (page) => {
      await page.getByRole("combobox", { name: "Judge" }).click();
      await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
      // Found by its role: what is hidden from a reader of the screen is not.
      await expect(page.getByRole("textbox", { name: "Description" })).toBeVisible();
    },
  },
  {
    name: "evaluation template of one's own",
    path: ({ evaluation }) => `${links.evalTemplate(evaluation.ownId)}?version=2`,
    heading: ({ evaluation }) => evaluation.ownName,
  },
  {
    name: "editor of a template",
    path: ({ evaluation }) => links.editEvalTemplate(evaluation.ownId),
    heading: ({ evaluation }) => `Edit ${evaluation.ownName}`,
  },
  { name: "evaluation groups", path: links.evalGroups, heading: "Evaluation groups" },
  {
    name: "new evaluation group",
    path: () => `${links.evalGroups()}?new=1`,
    heading: "Evaluation groups",
    dialog: "Create a group",
  },
  { name: "evaluation group", path: ({ evaluation }) => links.evalGroup(evaluation.groupId), heading: "Safety" },
  {
    name: "evaluation group to apply",
    path: ({ evaluation }) => links.applyEvalGroup(evaluation.groupId),
    heading: "Safety",
    dialog: "Apply Safety",
  },
  { name: "traces", path: () => links.traces(), heading: "Traces" },
  { name: "trace", path: ({ traced }) => links.trace(traced.traceId), heading: "answer" },
  { name: "sessions", path: links.tracedSessions, heading: "Sessions" },
  {
    name: "session",
    path: ({ traced }) => links.tracedSession(traced.sessionId),
    heading: ({ traced }) => traced.sessionName,
  },
  { name: "traced projects", path: links.tracedProjects, heading: "Projects" },
  {
    name: "traced project",
    path: ({ traced }) => links.tracedProject(traced.projectId),
    heading: ({ traced }) => traced.projectName,
  },
  { name: "alerts", path: ({ incident }) => links.alerts(incident.alertProjectId), heading: "Alerts" },
  { name: "incidents", path: links.incidents, heading: "Incidents" },
  { name: "incident", path: ({ incident }) => links.incident(incident.incidentId), heading: "Errors" },
  { name: "traced user", path: ({ traced }) => links.tracedUser(traced.projectId, "ann"), heading: "ann" },
  { name: "evaluation tasks", path: links.evalTasks, heading: "Tasks" },
  { name: "new evaluation task", path: () => links.newEvalTask(), heading: "Evaluate spans" },
  { name: "evaluation task", path: ({ traced }) => links.evalTask(traced.taskId), heading: "New words" },
  { name: "playground", path: () => links.playground(), heading: "Playground" },
  {
    name: "playground that compares",
    path: ({ evaluation }) => `${links.playground({ log: evaluation.logId })}&other=${evaluation.judgedId}`,
    heading: "Playground",
  },
  {
    name: "playground on a row",
    path: ({ evaluation: { computedId, datasetId } }) => links.playground({ template: computedId, dataset: datasetId }),
    heading: "Playground",
  },
  {
    name: "playground of inputs that are added",
    path: ({ evaluation: { openId, datasetId } }) => links.playground({ template: openId, dataset: datasetId }),
    heading: "Playground",
  },
  {
    name: "playground on a span",
    path: ({ evaluation: { computedId }, traced }) => links.playground({ template: computedId, trace: traced.traceId }),
    heading: "Playground",
  },
  {
    name: "comparison of two runs",
    path: ({
      evaluation: {
        runIds: [first, second],
      },
    }) => `${links.compareEvalRuns({ first, second })}&across=1`,
    heading: "Comparison",
  },
  { name: "experiments", path: links.experiments, heading: "Experiments" },
  {
    name: "experiments side by side",
    path: ({ evaluation }) => links.compareExperiments(evaluation.experimentIds),
    heading: "Side by side",
  },
  {
    name: "experiments of a dataset",
    path: ({ evaluation }) => `${links.dataset(evaluation.datasetId)}?tab=experiments`,
    heading: /Conversations/,
  },
  {
    name: "versions of a dataset",
    path: ({ evaluation }) => `${links.dataset(evaluation.datasetId)}?tab=versions`,
    heading: /Conversations/,
  },
  { name: "calibrations", path: links.calibrations, heading: "Calibration" },
  {
    name: "new calibration",
    path: ({ queue, evaluation }) => links.newCalibration({ queue: queue.id, run: evaluation.runIds[0] }),
    heading: "Calibration",
    dialog: "Calibrate a judge",
  },
  { name: "calibration", path: ({ evaluation }) => links.calibration(evaluation.calibrationId), heading: "Parcels" },
  { name: "evaluation logs", path: () => links.evalLogs(), heading: "Logs" },
  {
    name: "run of an evaluation",
    path: ({ evaluation: { computedId, logId } }) => links.evalLogs({ template: computedId, run: logId }),
    heading: "Logs",
  },
  {
    name: "feedback on a run",
    path: ({ evaluation: { computedId, logId } }) =>
      `${links.evalLogs({ template: computedId, run: logId })}&feedback=1`,
    heading: "Logs",
    dialog: "Give feedback",
  },
  { name: "simulation", path: links.simulation, heading: "Test runs", target: links.runs() },
  { name: "test runs", path: links.runs, heading: "Test runs" },
  { name: "new test run", path: () => links.newRun(), heading: "New test run" },
  { name: "test run", path: ({ simulation }) => links.run(simulation.runId), heading: /^Run / },
  { name: "edited test run", path: ({ simulation }) => links.editRun(simulation.runId), heading: /^Edit Run / },
  {
    name: "execution of a run",
    path: ({ simulation }) => links.execution(simulation.executionId),
    heading: /^Run .+, /,
  },
  {
    name: "executions side by side",
    path: ({ simulation }) => `${links.execution(simulation.executionId)}?view=compare`,
    heading: /^Run .+, /,
  },
  { name: "call", path: ({ simulation }) => links.call(simulation.callId), heading: /^Call #/ },
  ...["path", "source", "events"].map((view) => ({
    name: `call's ${view}`,
    path: ({ walked }: Scene) => `${links.call(walked.callId)}?view=${view}`,
    heading: /^Call #/,
  })),
  {
    name: "call by phone",
    path: () => links.call(spokenCallId),
    heading: /^Call #/,
    fakes: async (page) => {
      await page.route(`**/simulate/call-executions/${spokenCallId}/`, (route) => route.fulfill({ json: spokenCall }));
      const audio = { contentType: "audio/wav", body: recording() };
      await page.route(`**/simulate/call-executions/${spokenCallId}/recording/*`, (route) => route.fulfill(audio));
    },
  },
  { name: "scenarios", path: links.scenarios, heading: "Scenarios" },
  { name: "new scenario", path: links.newScenario, heading: "New scenario" },
  { name: "scenario", path: ({ scenarioId }) => links.scenario(scenarioId), heading: /^Scenario / },
  {
    name: "scenario's graph",
    path: ({ scenarioId }) => `${links.scenario(scenarioId)}?view=graph`,
    heading: /^Scenario /,
  },
  {
    name: "scenario's prompt",
    path: ({ scenarioId }) => `${links.scenario(scenarioId)}?view=prompt`,
    heading: /^Scenario /,
  },
  { name: "agents", path: links.agents, heading: "Agents" },
  { name: "new agent", path: links.newAgent, heading: "New agent" },
  { name: "agent", path: ({ agentId }) => links.agent(agentId), heading: /^Agent / },
  { name: "agent's version", path: ({ agentId }) => `${links.agent(agentId)}?version=2`, heading: /^Agent / },
  {
    name: "trying an agent",
    path: ({ agentId }) => `${links.agent(agentId)}?try=2`,
    heading: /^Agent /,
    dialog: "Try v2",
  },
  {
    name: "new version of an agent",
    path: ({ agentId }) => links.editAgent(agentId),
    heading: /^New version of Agent /,
  },
  { name: "personas", path: links.personas, heading: "Personas" },
  { name: "new persona", path: () => `${links.personas()}?new=1`, heading: "Personas", dialog: "Create a persona" },
  { name: "gateway's keys", path: links.gatewayKeys, heading: "Gateway keys" },
  { name: "gateway key", path: ({ gatewayKeyId }) => links.gatewayKey(gatewayKeyId), heading: /^Bot / },
  { name: "gateway's models", path: links.gatewayModels, heading: "Models and providers" },
  { name: "gateway's guardrails", path: links.gatewayGuardrails, heading: "Guardrails" },
  { name: "gateway's requests", path: links.gatewayRequests, heading: "Requests" },
  { name: "what the gateway's requests cost", path: links.gatewaySpend, heading: "Spend" },
  ...[
    "",
    "?entry=example",
    "?tab=routing&entry=best",
    "?tab=guardrails&entry=0",
    "?tab=limits",
    "?tab=versions",
    "?tab=versions&version=1",
  ].map((tab) => ({
    name: `gateway's configuration ${tab}`.trim(),
    path: () => `${links.gatewayConfiguration()}${tab}`,
    heading: "Configuration",
  })),
  { name: "settings", path: links.settings, heading: "Profile", target: links.profile() },
  { name: "API keys", path: links.apiKeys, heading: "API keys" },
  { name: "projects", path: () => links.projects(), heading: "Projects" },
  { name: "members", path: links.members, heading: "Members" },
  { name: "organization", path: links.organization, heading: "Organization" },
  { name: "profile", path: links.profile, heading: "Profile" },
  { name: "webhooks", path: links.webhooks, heading: "Webhooks" },
  { name: "company's sign-in", path: links.companySettings, heading: "Company sign-in" },
  { name: "audit log", path: links.audit, heading: "Audit log" },
  { name: "data retention", path: links.data, heading: "Data retention" },
  {
    name: "webhook",
    path: ({ webhook }) => links.webhook(webhook.id),
    heading: ({ webhook }) => webhook.url,
  },
  { name: "sign-in", path: () => links.signIn(), heading: "Sign in", isPublic: true },
  {
    name: "sign-in with the company",
    path: () => links.companySignIn(),
    heading: "Sign in with your company",
    isPublic: true,
  },
  { name: "status", path: () => links.status(), heading: "Everything works", isPublic: true },
  { name: "API", path: () => links.api(), heading: "API", isPublic: true },
  {
    name: "operation of the API",
    path: () => links.api("health"),
    heading: "API",
    isPublic: true,
    used: async (page) => {
      await page.getByRole("button", { name: "Execute" }).click();
      await expect(page.getByText("Server response")).toBeVisible();
    },
  },
  { name: "sign-up", path: () => links.signUp(), heading: "Create an organization", isPublic: true },
  // Where a session goes that lacks what its organization asks for; others are led on.
  {
    name: "second factor, for a visitor",
    path: links.secondFactor,
    heading: "Sign in",
    isPublic: true,
    target: links.signIn(),
  },
  { name: "forgot password", path: links.forgotPassword, heading: "Forgot your password?", isPublic: true },
  {
    name: "password link that is none",
    path: () => links.resetPassword("none"),
    heading: "This link does not work",
    isPublic: true,
  },
  {
    name: "invitation",
    path: ({ invitationToken }) => links.invitation(invitationToken),
    heading: /^Join /,
    isPublic: true,
  },
  {
    name: "invitation that is none",
    path: () => links.invitation("none"),
    heading: "This invitation cannot be accepted",
    isPublic: true,
  },
  {
    name: "nothing at the address",
    path: () => "/nothing/here",
    heading: "Page not found",
    isPublic: true,
    isMissing: true,
  },
  {
    name: "a queue that does not exist",
    path: () => links.queue("00000000-0000-4000-8000-000000000000"),
    heading: "Page not found",
    isMissing: true,
  },
];

/** What the page complains of while it is used: errors, and whatever its content policy kept from running. */
async function complaintsOf(page: Page, { isMissing }: Screen, use: () => Promise<void>): Promise<string[]> {
  const complaints: string[] = [];
  const onError = (error: Error) => void complaints.push(error.message);
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() !== "error" || (isMissing && message.text().includes("404"))) return;
    complaints.push(message.text());
  };
  page.on("pageerror", onError).on("console", onMessage);
  await use().finally(() => page.off("pageerror", onError).off("console", onMessage));
  return complaints;
}

async function show(page: Page, screen: Screen, scene: Scene): Promise<void> {
  await screen.fakes?.(page);
  await page.goto(screen.path(scene));
  const name = typeof screen.heading === "function" ? screen.heading(scene) : screen.heading;
  // A dialog takes the rest of the page out of the accessibility tree.
  await expect(page.getByRole("heading", { level: 1, name, includeHidden: true })).toBeVisible();
  if (screen.dialog) await expect(page.getByRole("dialog", { name: screen.dialog })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
  await screen.used?.(page);
}

/** Violations that keep people out, one line each. In the dark only contrast can be another than by light. */
async function violations(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  const { violations } = await page.evaluate((isDark) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") }; // safe because its script has been added
    return axe.run({ resultTypes: ["violations"], ...(isDark ? { runOnly: ["color-contrast"] } : {}) });
  }, scheme === "dark");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}

// The longest of all files: each free worker takes a screen.
test.describe.configure({ mode: "parallel" });

/** At each width what can be another there: colours are the same at both, by light and by dark. */
async function look(page: Page, width: Width): Promise<void> {
  await page.evaluate(`${axeScript}; 0`);
  expect.soft(await violations(page, "light"), `${width}, by light`).toEqual([]);
  if (width === "desktop") expect.soft(await violations(page, "dark"), "by dark").toEqual([]);
  const [whole, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect.soft(whole, `${width}, no sideways scrolling`).toBe(seen);
  if (width === "desktop") return;
  expect.soft(await targetsTooSmall(page), "under a thumb").toEqual([]);
  expect.soft(await cutTexts(page), "cut off").toEqual([]);
}

for (const screen of screens) {
  test(`I can use the screen “${screen.name}” by light and by dark, by sight and by ear, at a desk and on a phone`, async ({
    viewer,
    scene,
  }) => {
    for (const width of ["desktop", "phone"] as const) {
      const page = await viewer(width, screen.isPublic);
      const complaints = await complaintsOf(page, screen, async () => {
        await show(page, screen, scene);
        await look(page, width);
      });
      expect.soft(complaints, width).toEqual([]);
    }
  });
}

const pathname = (address: string): string => new URL(address, "http://here.invalid").pathname;

test("without a session every other screen redirects to sign-in, and remembers its address", async ({
  page,
  scene,
}) => {
  test.slow();
  const guarded = screens.filter(({ isPublic }) => !isPublic);
  const expectLed = (screen: Screen, how: string, to: URL) => {
    expect([screen.name, how, to.pathname]).toEqual([screen.name, how, links.signIn()]);
    const next = pathname(to.searchParams.get("next") ?? "");
    expect([pathname(screen.path(scene)), screen.target], `${screen.name} ${how}`).toContain(next);
  };
  for (const screen of guarded) {
    const answer = await page.request.get(screen.path(scene), { maxRedirects: 0 });
    expect([screen.name, answer.status()]).toEqual([screen.name, 307]);
    expectLed(screen, "without a session", new URL(answer.headers().location ?? "", origin()));
  }
  // One that is none, the page itself finds: its head has gone out by then, and browsers are led on by what follows. Where an
  // address only leads on to another screen, that one asks who it is.
  await page.context().addCookies([{ name: "authjs.session-token", value: "forged", url: origin() }]);
  for (const screen of guarded.filter(({ target }) => !target)) {
    const answer = await page.request.get(screen.path(scene), { maxRedirects: 0 });
    const refresh = /http-equiv="refresh" content="\d;url=([^"]+)"/.exec(await answer.text())?.[1];
    expectLed(screen, "with one that is none", new URL(answer.headers().location ?? refresh ?? "", origin()));
  }
});

test("the list of screens is complete", async ({ scene }) => {
  const paths = screens.map((screen) => pathname(screen.path(scene)));
  const files = await readdir("app", { recursive: true });
  const folders = files.filter((file) => basename(file) === "page.tsx").map((file) => dirname(file));
  const isShown = (folder: string) => {
    const segments = folder.split(sep).filter((segment) => !/^(?:\(.*\)|\.)$/.test(segment));
    const pattern = segments.map((segment) => (segment.startsWith("[") ? "[^/]+" : segment));
    return paths.some((path) => new RegExp(`^/${pattern.join("/")}$`).test(path));
  };
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !isShown(folder))).toEqual([]);
});
