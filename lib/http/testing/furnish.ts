// An organization with one of every object that has an id, for the suite that accesses it from another organization.
import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import {
  auditEntries,
  callTurns,
  companyIdentities,
  companySignIns,
  datasetColumns,
  datasetRows,
  evalTemplateVersions,
  gatewayLedger,
  gatewayRequests,
  incidents,
  notifications,
  organizations,
  projects,
  queueItems,
  traceSessions,
  traces,
  users,
} from "@/db/schema";
import { createCaller } from "@/db/testing/factories";
import { addCompanyDomain } from "@/lib/accounts/company/domains";
import { inviteMember } from "@/lib/accounts/invitations";
import { createKey } from "@/lib/accounts/keys";
import { createAlert } from "@/lib/alerts/alerts";
import { saveItemView } from "@/lib/annotation/contents/item-views";
import { getItem } from "@/lib/annotation/contents/single-item";
import { addComment } from "@/lib/annotation/discussion/discussions";
import { startQueueExport } from "@/lib/annotation/export/background";
import { createFeedbackKey } from "@/lib/annotation/feedback/feedback-keys";
import { createLabel, deleteLabel } from "@/lib/annotation/labels/labels";
import { deleteQueue } from "@/lib/annotation/queues/queues";
import { adjudicateItem } from "@/lib/annotation/review/adjudication";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { beginSession } from "@/lib/auth/user-sessions";
import type { Context, GatewayContext } from "@/lib/context";
import { createCompositeTemplate as createCompositeContract } from "@/lib/contracts/evaluation/templates/composites";
import { uploadGroundTruth as uploadContract } from "@/lib/contracts/evaluation/templates/ground-truth";
import { promptContent } from "@/lib/contracts/prompts/content";
import { createRunTest as createRunTestContract } from "@/lib/contracts/simulation/runs/run-tests";
import { simulatorSettingsOf } from "@/lib/contracts/simulation/simulator";
import { addTracesToDataset } from "@/lib/curation/trace-imports";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { createCalibration } from "@/lib/evaluation/calibration/calibrations";
import { keepEvalCase } from "@/lib/evaluation/cases/cases";
import { createExperiment } from "@/lib/evaluation/experiments/start-experiment";
import { uploadGroundTruth } from "@/lib/evaluation/ground-truth/ground-truths";
import { createEvalGroup } from "@/lib/evaluation/groups/groups";
import { addUserEval } from "@/lib/evaluation/runs/dataset/evals";
import { startBackfill } from "@/lib/evaluation/tasks/backfills";
import { createEvalTask } from "@/lib/evaluation/tasks/tasks";
import { createCompositeTemplate } from "@/lib/evaluation/templates/composites";
import { createTestLogs, createTestRun, createTestTemplate } from "@/lib/evaluation/testing";
import { createOrganizationConfig } from "@/lib/gateway-admin/configs/configs";
import { createGatewayKey } from "@/lib/gateway-admin/keys";
import { pay } from "@/lib/gateway-admin/money/pay";
import { notify } from "@/lib/notifications/notify";
import { testWebhook } from "@/lib/notifications/webhooks/deliveries";
import { createWebhook } from "@/lib/notifications/webhooks/webhooks";
import { addPromptComment } from "@/lib/prompts/comments";
import { setPromptGate } from "@/lib/prompts/gates";
import { assignPromptLabel, createPromptLabel } from "@/lib/prompts/labels";
import { createPrompt } from "@/lib/prompts/prompts";
import { startPromptRelease } from "@/lib/prompts/releases/releases";
import { savePromptVersion } from "@/lib/prompts/versions";
import { createAgentDefinition } from "@/lib/simulation/agents/agents";
import { createAgentVersion } from "@/lib/simulation/agents/versions";
import { createPersona } from "@/lib/simulation/personas/personas";
import { createRunTest } from "@/lib/simulation/runs/run-tests/run-tests";
import { createTestScenario } from "@/lib/simulation/scenarios/testing";
import { createSimulatorAgent } from "@/lib/simulation/simulators/simulators";
import { createTestExecution } from "@/lib/simulation/testing";
import { exportTraces } from "@/lib/traces/ingestion";
import { createPrototypeRun } from "@/lib/traces/prototype-runs";
import { exportOf, hexId } from "@/lib/traces/testing";
import { saveTraceView } from "@/lib/traces/trace-views";

export type Furnished = Awaited<ReturnType<typeof furnish>>;

/** The ids of all objects of `owner`'s organization. Every text written by its users contains `mark`. */
export async function furnish(owner: Context, mark: string) {
  const { db, caller } = owner;
  const organization = { id: caller.organizationId, workspaceId: caller.workspaceId };
  await db
    .update(organizations)
    .set({ name: `${mark} organization` })
    .where(eq(organizations.id, organization.id));
  const member = await createCaller(db, organization);
  for (const { userId } of [caller, member.caller])
    await db
      .update(users)
      .set({ name: `${mark} person` })
      .where(eq(users.id, userId));
  const queue = await createTestQueue(owner, organization, { items: 3, annotators: [member] });
  const [itemId = "", otherItemId = "", inReview = ""] = queue.itemIds;
  await db.update(queueItems).set({ reviewStatus: "pending_review" }).where(eq(queueItems.id, inReview));
  const item = { queue_id: queue.queue_id, item_id: itemId };
  const annotations = [{ label_id: queue.labelId, value: 4, notes: `${mark} note` }];
  await submitAnnotations(member, { ...item, annotations, item_notes: `${mark} item note` });
  await completeItem(member, item);
  const comment = { comment: `${mark} comment`, blocking: false, mentioned_user_ids: [] };
  const { thread } = await addComment(owner, { ...item, ...comment });
  await adjudicateItem(owner, { ...item, values: [{ label_id: queue.labelId, value: 2 }], notes: `${mark} verdict` });
  const archived = await createTestQueue(owner, organization, { items: 1 });
  await deleteQueue(owner, { queue_id: archived.queue_id });
  await deleteLabel(owner, { id: archived.labelId });
  const other = { name: `${mark} other label`, type: "star", settings: {}, allow_notes: true } as const;
  const invited = { email: `${crypto.randomUUID()}@example.test`, role: "Member" } as const;
  const { invitation } = await inviteMember(owner, invited);
  const run = { name: `${mark} run`, model: "m", prompt: `${mark} prompt`, response: `${mark} reply` };
  const { source_id: row } = await getItem(owner, { ...item, item_id: otherItemId });
  const traced = await trace(owner, mark);
  const [person] = await db.select().from(users).where(eq(users.id, member.caller.userId));
  if (!person) throw new Error("the member was not stored");
  const evaluated = await evaluations(owner, mark, traced.project);
  const measured = await calibrationOf(owner, mark, { row, queue, evalTemplate: evaluated.evalTemplate });
  const inDataset = await datasetOf(db, row);
  const prompted = await promptOf(owner, mark);
  const measuredRows = await userEvalOf(owner, mark, inDataset);
  const scored = { source_type: "observation_span", source_id: traced.span, score_source: "human" } as const;
  return {
    organization: organization.id,
    user: member.caller.userId,
    userSession: await beginSession(
      db,
      { user: person, method: "password" },
      { userAgent: `${mark} browser`, network: null },
    ),
    notification: await notificationOf(owner, mark),
    ...(await webhookOf(owner, mark)),
    domain: await companyOf(owner, member.caller.userId, mark),
    auditEntry: await auditEntryOf(owner, mark),
    ...(await alertOf(owner, mark, traced.project)),
    invitation: invitation.id,
    key: (await createKey(owner, { key_name: `${mark} key` })).key_id,
    queue: queue.queue_id,
    item: itemId,
    otherItem: otherItemId,
    itemInReview: inReview,
    thread: thread.id,
    export: (await startQueueExport(owner, { queue_id: queue.queue_id, export_format: "json" })).id,
    archivedQueue: archived.queue_id,
    itemView: (await saveItemView(owner, { queue_id: queue.queue_id, name: `${mark} view`, query: "" })).id,
    label: queue.labelId,
    otherLabel: (await createLabel(owner, other)).id,
    archivedLabel: archived.labelId,
    score: (await createScore(owner, { ...scored, label_id: queue.labelId, value: 3 })).id,
    row,
    ...inDataset,
    run: (await createPrototypeRun(owner, { ...run, status: "completed" })).id,
    ...traced,
    ...(await gatewayOf(owner, mark)),
    ...evaluated,
    ...measured,
    ...(await simulations(owner, mark)),
    ...prompted,
    ...measuredRows,
    ...(await releaseOf(owner, { ...prompted, ...measuredRows, ...inDataset })),
  };
}

/** A sign-in provider that knows a member, and a mail domain. */
async function companyOf(owner: Context, userId: string, mark: string): Promise<string> {
  const { organizationId } = owner.caller;
  const settings = { issuer: `https://${mark}.example.com`, clientId: `${mark} client`, clientSecret: "sealed" };
  await owner.db.insert(companySignIns).values({ organizationId, ...settings, role: "Member" });
  await owner.db.insert(companyIdentities).values({ organizationId, subject: `${mark} subject`, userId });
  return (await addCompanyDomain(owner, { domain: `${mark.toLowerCase()}.example.com` })).id;
}

async function auditEntryOf({ db, caller }: Context, mark: string): Promise<string> {
  const { organizationId, userId } = caller;
  const act = { actor: "person", action: "updateOrganization", targetType: "organization", targetName: mark } as const;
  const [entry] = await db
    .insert(auditEntries)
    .values({ organizationId, userId, ...act })
    .returning();
  return entry?.id ?? "";
}

async function webhookOf(owner: Context, mark: string) {
  const url = `https://hooks.example.com/${mark}`;
  const { webhook } = await createWebhook(owner, { url, events: ["export.ready"] });
  const delivery = await testWebhook(owner, { webhook_id: webhook.id });
  return { webhook: webhook.id, webhookDelivery: delivery.id };
}

async function alertOf(owner: Context, mark: string, project_id: string) {
  const made = await createAlert(owner, {
    ...{ project_id, name: `${mark} alert`, measure: "errors", comparison: "fixed", limit: 0.5 },
    ...{ margin: 0, false_alarm_days: 1000 },
  });
  const { organizationId } = owner.caller;
  const [incident] = await owner.db
    .insert(incidents)
    .values({
      ...{ organizationId, projectId: project_id, alertId: made.id, side: "above", requests: 9, bad: 8 },
      ...{ limitShare: 0.5, since: new Date(), openedAt: new Date() },
    })
    .returning({ id: incidents.id });
  return { alert: made.id, incident: incident?.id ?? "" };
}

async function notificationOf({ db, caller }: Context, mark: string): Promise<string> {
  const subject = { queue_id: caller.organizationId, queue_name: `${mark} queue` };
  await notify(db, caller.organizationId, [caller.userId], {
    kind: "queue_completed",
    cause: mark,
    actorId: null,
    subject,
  });
  const [row] = await db.select().from(notifications).where(eq(notifications.userId, caller.userId));
  return row?.id ?? "";
}

/** A key, a logged request, and a configuration with an older, inactive version. */
async function gatewayOf({ caller, ...context }: Context, mark: string) {
  const administered: GatewayContext = { ...context, scope: caller };
  const made = await createGatewayKey(administered, { name: `${mark} gateway key`, key_type: "managed" });
  const description = {
    org_id: caller.organizationId,
    change_description: `${mark} change`,
    base_version: undefined,
    sections: {},
  };
  for (let version = 0; version < 2; version += 1) await createOrganizationConfig(administered, description);
  const { organizationId } = caller;
  const [request] = await context.db
    .insert(gatewayRequests)
    .values({
      organizationId,
      keyId: made.id,
      requestId: `${mark} request`,
      operation: "chat",
      requestedModel: `${mark} model`,
      status: 200,
      startedAt: new Date(),
      latencyMs: 1,
      isStream: false,
      terms: "",
    })
    .returning({ id: gatewayRequests.id });
  await pay(context.db, { id: made.id, organizationId }, { micros: 1_000_000, idempotencyKey: null });
  const [credit] = await context.db
    .select({ id: gatewayLedger.id })
    .from(gatewayLedger)
    .where(and(eq(gatewayLedger.keyId, made.id), gt(gatewayLedger.creditMicros, 0)));
  return { gatewayKey: made.id, gatewayRequest: request?.id ?? "", gatewayCredit: credit?.id ?? "" };
}

/** A prompt with a label of its own at its first version. */
async function promptOf(owner: Context, mark: string) {
  const messages = [{ role: "user", content: `${mark} {{question}}` }] as const;
  const content = promptContent.parse({ model: "sandbox/echo", messages });
  const words = { folder: `${mark} folder`, description: `${mark} purpose`, message: `${mark} message` };
  const made = await createPrompt(owner, { name: `${mark} prompt`, ...words, content });
  const { id: promptLabel } = await createPromptLabel(owner, { name: `${mark} label`, type: "custom" });
  await assignPromptLabel(owner, { prompt_id: made.id, label_id: promptLabel, version: "v1", message: mark });
  const remark = { version: null, comment: `${mark} remark`, mentioned_user_ids: [] };
  const { id: promptComment } = await addPromptComment(owner, { prompt_id: made.id, ...remark });
  return { prompt: made.id, promptName: made.name, promptVersion: made.version_id, promptLabel, promptComment };
}

/** A release of a third version, which a gate wants before the label moves from the second. */
async function releaseOf(
  owner: Context,
  ids: Record<"prompt" | "promptLabel" | "datasetVersion" | "column" | "userEval", string>,
) {
  const content = promptContent.parse({ model: "sandbox/echo", messages: [{ role: "user", content: "Say it." }] });
  const named = { prompt_id: ids.prompt, label_id: ids.promptLabel };
  await savePromptVersion(owner, { prompt_id: ids.prompt, message: "", content });
  await assignPromptLabel(owner, { ...named, version: "v2", message: "" });
  await savePromptVersion(owner, { prompt_id: ids.prompt, message: "", content });
  await setPromptGate(owner, {
    ...named,
    ...{ dataset_version_id: ids.datasetVersion, output_column_id: ids.column, user_eval_ids: [ids.userEval] },
    ...{ margin: 0.05, power: 0.95, allow_uncalibrated: false },
  });
  return { promptRelease: (await startPromptRelease(owner, { ...named, version: "v3" })).id };
}

async function datasetOf(db: Database, rowId: string) {
  const [row] = await db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  const dataset = row?.datasetId ?? "";
  const [column] = await db.select().from(datasetColumns).where(eq(datasetColumns.datasetId, dataset));
  return { dataset, column: column?.id ?? "" };
}

async function simulations(owner: Context, mark: string) {
  const made = await agents(owner, mark);
  const named = { name: `${mark} scenario`, agent_definition_id: made.agent, no_of_rows: 1 };
  const scenario = await createTestScenario(owner, named);
  return { ...made, scenario, ...(await testRuns(owner, mark, made.agent, scenario)) };
}

/** A run test with an evaluation, an execution of it, and a call with one turn. */
async function testRuns(owner: Context, mark: string, agent: string, scenario: string) {
  const runTestName = `${mark}-run-test-${crypto.randomUUID()}`;
  const run = await createRunTest(
    owner,
    createRunTestContract.body.parse({
      name: runTestName,
      agent_definition_id: agent,
      scenario_ids: [scenario],
      evaluations_config: [
        {
          template_id: await createTestTemplate(owner, { required_keys: ["input"] }),
          mapping: { input: "transcript" },
        },
      ],
    }),
  );
  const call = { status: "completed" as const, turnCount: 1, endedReason: `${mark} reason` };
  const { executionId, callIds } = await createTestExecution(owner, [call], { status: "completed" }, run.id);
  await owner.db
    .insert(callTurns)
    .values({ callId: callIds[0] ?? "", number: 0, role: "user", content: `${mark} words`, messages: [] });
  return {
    runTest: run.id,
    runTestName,
    evalConfig: run.evals[0]?.id ?? "",
    testExecution: executionId,
    call: callIds[0] ?? "",
  };
}

async function evaluations(owner: Context, mark: string, project_id: string) {
  const evalTemplate = await createTestTemplate(owner, { instructions: `${mark} {{input}}`, required_keys: ["input"] });
  const [evalLog = ""] = await createTestLogs(owner, evalTemplate, [
    {
      mapping: { input: `${mark} input` },
      reason: `${mark} reason`,
      output: "Passed",
      label: "Passed",
      score: 1,
      passed: true,
    },
  ]);
  const evalGroup = (await createEvalGroup(owner, { name: `${mark} group`, eval_template_ids: [evalTemplate] })).id;
  const [version] = await owner.db
    .select()
    .from(evalTemplateVersions)
    .where(eq(evalTemplateVersions.templateId, evalTemplate));
  const otherEvalTemplate = await createTestTemplate(owner);
  const deletedEvalTemplate = await createTestTemplate(owner);
  const { id: compositeTemplate } = await createCompositeTemplate(
    owner,
    createCompositeContract.body.parse({ name: `own-${mark.toLowerCase()}`, child_template_ids: [evalTemplate] }),
  );
  const { id: groundTruth } = await uploadGroundTruth(
    owner,
    uploadContract.body.extend({ id: z.guid() }).parse({
      ...{ id: evalTemplate, name: mark, columns: ["input", "verdict"], data: [{ input: mark, verdict: "Passed" }] },
      ...{ variable_mapping: { input: "input" }, role_mapping: { expected_output: "verdict" } },
    }),
  );
  const evalVersion = version?.id ?? "";
  const { id: evalCase } = await keepEvalCase(owner, {
    id: evalTemplate,
    mapping: { input: `${mark} case` },
    params: {},
    expected: { kind: "passes" },
  });
  const { id: evalTask, evaluations } = await createEvalTask(owner, {
    ...{ name: `${mark} task`, project_id, filters: { name: mark }, sampling_rate: 1, sampling_unit: "trace" },
    continuous: true,
    evaluations: [{ template_id: evalTemplate, mapping: { input: "span.input" }, error_localizer: false }],
  });
  const { id: evalBackfill } = await startBackfill(owner, { task_id: evalTask, max_spans: 1 });
  const [{ id: evalTaskEvaluation = "", binding_id: evalBinding = "" } = {}] = evaluations;
  const ofTask = { evalTask, evalBackfill, evalTaskEvaluation, evalBinding };
  const templates = { evalTemplate, otherEvalTemplate, deletedEvalTemplate, compositeTemplate, groundTruth };
  return { ...templates, evalVersion, evalCase, evalLog, evalGroup, ...ofTask };
}

/** A run over a row, and a calibration of its judge. */
async function calibrationOf(
  owner: Context,
  mark: string,
  { row, queue, evalTemplate }: { row: string; queue: { queue_id: string; labelId: string }; evalTemplate: string },
) {
  const { dataset } = await datasetOf(owner.db, row);
  const cells = [{ rowId: row, score: 1, passed: true, reason: `${mark} verdict` }];
  const pinned = { name: `${mark} evaluation`, templateId: evalTemplate, versionNumber: 1 };
  const measured = await createTestRun(owner, dataset, cells, pinned);
  const { id } = await createCalibration(owner, {
    ...measured,
    queue_id: queue.queue_id,
    label_id: queue.labelId,
    pass_values: [4, 5],
    least_kappa: 0.4,
    name: `${mark} calibration`,
  });
  return { evalRun: measured.run_id, evalRunEvaluation: measured.evaluation_id, calibration: id };
}

/** An agent with a version that is not active. */
async function agents(owner: Context, mark: string) {
  const { agent } = await createAgentDefinition(owner, {
    agent_name: `${mark} agent`,
    agent_type: "text",
    description: `${mark} purpose`,
    commit_message: `${mark} message`,
  });
  await createAgentVersion(owner, { agent_id: agent.id, commit_message: `${mark} change` });
  const persona = await createPersona(owner, { name: `${mark} persona`, description: `${mark} words` });
  const { simulator_agent } = await createSimulatorAgent(owner, {
    ...simulatorSettingsOf({}),
    name: `${mark} simulator`,
    prompt: `${mark} prompt`,
  });
  return {
    agent: agent.id,
    agentVersion: agent.latest_version_id,
    persona: persona.id,
    simulator: simulator_agent.id,
  };
}

/** An evaluation on its own dataset, with a run that no job processes. */
async function userEvalOf(owner: Context, mark: string, { dataset, column }: { dataset: string; column: string }) {
  const template_id = await createTestTemplate(owner, { instructions: `${mark} {{input}}`, required_keys: ["input"] });
  const bound = await addUserEval(owner, {
    dataset_id: dataset,
    name: `${mark} evaluation`,
    template_id,
    config: { mapping: { input: column } },
    error_localizer: false,
    run: true,
    save_as_template: false,
  });
  const version = await createDatasetVersion(owner, { dataset_id: dataset, name: `${mark} version`, description: "" });
  const experiment = await createExperiment(owner, {
    dataset_id: dataset,
    name: `${mark} experiment`,
    task: { kind: "column" },
    output_column_id: column,
    user_eval_ids: [bound.user_eval_id],
    repeats: 1,
    at_once: 1,
  });
  return { userEval: bound.user_eval_id, datasetVersion: version.id, experiment: experiment.run_id };
}

async function trace(owner: Context, mark: string) {
  const [traceId, span, sessionText] = [hexId(16), hexId(8), `${mark} session ${crypto.randomUUID()}`];
  const values = { "session.id": sessionText, "input.value": `${mark} question` };
  await exportTraces(owner, exportOf({ "service.name": `${mark} service` }, [{ traceId, spanId: span, values }]));
  const { organizationId } = owner.caller;
  const [project] = await owner.db.select().from(projects).where(eq(projects.organizationId, organizationId));
  const [session] = await owner.db.select().from(traceSessions).where(eq(traceSessions.sessionId, sessionText));
  const [row] = await owner.db.select().from(traces).where(eq(traces.organizationId, organizationId));
  const { id: feedbackKey } = await createFeedbackKey(owner, {
    project_id: project?.id ?? "",
    name: `${mark} website`,
  });
  const { id: traceView } = await saveTraceView(owner, { name: `${mark} view`, query: "" });
  const { id: traceImport } = await addTracesToDataset(owner, {
    dataset_name: `${mark} rows of traces`,
    trace_ids: [row?.id ?? ""],
    mapping: [{ column: "input", path: "input" }],
  });
  const ids = { project: project?.id ?? "", session: session?.id ?? "", trace: row?.id ?? "" };
  return { ...ids, sessionText, traceId, span, feedbackKey, traceView, traceImport };
}
