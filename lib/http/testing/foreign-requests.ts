// For each operation, the positions of ids in its requests.
import { randomUUID } from "node:crypto";
import type { Contract } from "@/lib/contracts/contract";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { sampleGroups } from "@/lib/evaluation/templates/sample-groups";
import { exportOf, hexId } from "@/lib/traces/testing";
import { exampleBody } from "./example-body";
import type { Furnished } from "./furnish";

export interface Places {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
type Requests = (ids: Furnished) => Places | Places[];

const star = { value: { rating: 4 } };
const row = (ids: Furnished) => ({ source_type: "dataset_row", source_id: ids.row });
const spanOf = (ids: Furnished) => ({ source_type: "observation_span", source_id: ids.span });
const sources = (ids: Furnished) => [
  row(ids),
  spanOf(ids),
  { source_type: "trace", source_id: ids.trace },
  { source_type: "trace_session", source_id: ids.session },
  { source_type: "prototype_run", source_id: ids.run },
  { source_type: "call_execution", source_id: ids.call },
];
const messages = [{ role: "user", content: "Say it" }];
const fresh = () => `Name ${randomUUID()}`;
const bodies = (...all: unknown[]): Places[] => all.map((body) => ({ body }));
const queries = (...all: Record<string, string>[]): Places[] => all.map((query) => ({ query }));
const queueSettings = (ids: Furnished) => [
  { name: fresh(), label_ids: [ids.label] },
  { name: fresh(), annotator_ids: [ids.user] },
  { name: fresh(), annotator_roles: { [ids.user]: "reviewer" } },
];
const selection = (change: object) => ({ selection: { mode: "filter", ...change } });
const evalTasks = ({ project, evalTemplate, evalBinding }: Furnished) => [
  { project_id: project, evaluations: [{ template_id: evalTemplate, mapping: { input: "span.input" } }] },
  { project_id: project, binding_ids: [evalBinding] },
];
const traceChoices = (ids: Furnished) => [
  { trace_ids: [ids.trace] },
  { filters: { project_id: ids.project } },
  { filters: { session_id: ids.session } },
  { filters: { evaluation_id: ids.evalTaskEvaluation } },
];
const chosenTraces = (ids: Furnished) => {
  const mapping = [{ column: "input", path: "input" }];
  return traceChoices(ids).map((choice) => ({ ...choice, mapping }));
};
const people = (ids: Furnished) => ({ label_id: ids.label, annotator_id: ids.user });

const auditFilters = (ids: Furnished) => queries({ user_id: ids.user }, { target_id: ids.webhook });

/** Bodies and queries with ids, by operation name; `placesOf` fills a path's slots. */
const requests: Record<string, Requests> = {
  listAuditEntries: (ids) => [...auditFilters(ids), { query: { after: ids.auditEntry } }],
  exportAuditLog: auditFilters,
  getTracingLosses: (ids) => queries({ trace_id: ids.trace }, { session_id: ids.session }, { project_id: ids.project }),
  mcp: ({ dataset }) => ({
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "call_operation", arguments: { operation: "getDatasetTable", input: { dataset_id: dataset } } },
    },
  }),
  endUserSession: ({ userSession }) => ({ body: { session_id: userSession } }),
  markNotificationsRead: ({ notification }) => ({ body: { notification_ids: [notification] } }),
  switchOrganization: ({ organization }) => ({ body: { organization_id: organization } }),
  changeMemberRole: ({ user }) => ({ body: { user_id: user, role: "Admin" } }),
  endMemberSessions: ({ user }) => ({ body: { user_id: user } }),
  removeMember: ({ user }) => ({ body: { user_id: user } }),
  deleteMember: ({ user }) => ({ body: { user_id: user, email: "ada@example.com" } }),
  createPasswordReset: ({ user }) => ({ body: { user_id: user } }),
  revokeInvitation: ({ invitation }) => ({ body: { invitation_id: invitation } }),
  resetMemberSecondFactor: ({ user }) => ({ body: { user_id: user } }),
  updateKey: ({ key }) => ({ body: { key_id: key, scopes: ["read"] } }),
  enableKey: ({ key }) => ({ body: { key_id: key } }),
  disableKey: ({ key }) => ({ body: { key_id: key } }),
  deleteKey: ({ key }) => ({ body: { key_id: key } }),
  deleteDatasets: ({ dataset }) => ({ body: { dataset_ids: [dataset] } }),
  updateCellValue: (ids) => ({ body: { row_id: ids.row, column_id: ids.column, new_value: "theirs" } }),
  deleteRows: (ids) => bodies({ row_ids: [ids.row] }, { selected_all_rows: true, row_ids: [ids.row] }),
  listLabels: (ids) => queries({ dataset: ids.dataset }, { project_id: ids.project }, { queue_id: ids.queue }),
  createLabel: ({ project }) => ({ body: { name: fresh(), type: "text", settings: {}, project } }),
  replaceLabel: ({ project }) => bodies({ name: fresh(), type: "star" }, { name: fresh(), type: "star", project }),
  updateLabel: ({ project }) => bodies({ description: "mine" }, { project }),
  restoreLabel: ({ archivedLabel }) => ({ params: { id: archivedLabel } }),
  createQueue: (ids) => bodies(...queueSettings(ids)),
  replaceQueue: (ids) => bodies(...queueSettings(ids)),
  updateQueue: (ids) => bodies(...queueSettings(ids)),
  setUpQueue: (ids) =>
    bodies(
      { name: fresh(), labels: [{ label_id: ids.label }] },
      { name: fresh(), labels: [{ new_label: { name: fresh(), type: "star", project: ids.project } }] },
      { name: fresh(), annotator_ids: [ids.user] },
      { name: fresh(), annotator_roles: { [ids.user]: "reviewer" } },
      { name: fresh(), sources: { items: sources(ids) } },
      { name: fresh(), sources: selection({ source_type: "dataset_row", dataset_id: ids.dataset }) },
      { name: fresh(), sources: selection({ source_type: "trace", project_id: ids.project }) },
    ),
  previewSource: (ids) => [
    ...sources(ids).map((source) => ({ body: { items: [source] } })),
    ...bodies(selection({ source_type: "dataset_row", dataset_id: ids.dataset })),
    ...bodies(selection({ source_type: "trace", project_id: ids.project })),
  ],
  duplicateQueue: () => bodies({ name: fresh() }, { name: fresh(), with_items: true }),
  listQueues: ({ label }) => queries({ label_id: label }),
  restoreQueue: ({ archivedQueue }) => ({ params: { queue_id: archivedQueue } }),
  fillSuggestions: ({ label }) => ({ body: { label_id: label, field: "question" } }),
  deleteSuggestions: ({ label }) => queries({ label_id: label }),
  saveSuggestions: (ids) =>
    bodies(
      { suggestions: [{ item_id: ids.item, label_id: ids.label, ...star }] },
      ...sources(ids).map((source) => ({ suggestions: [{ ...source, label_id: ids.label, ...star }] })),
    ),
  addQueueLabel: ({ otherLabel }) => ({ body: { label_id: otherLabel } }),
  removeQueueLabel: ({ label }) => ({ body: { label_id: label } }),
  exportToDataset: (ids) =>
    bodies(
      { dataset_id: ids.dataset },
      { dataset_name: fresh(), column_mapping: [{ field: `label:${ids.label}:value` }] },
    ),
  getOrCreateDefaultQueue: (ids) =>
    bodies({ dataset_id: ids.dataset }, { project_id: ids.project }, { agent_definition_id: ids.agent }),
  queuesForSource: (ids) => [
    ...queries(...sources(ids)),
    ...queries({ sources: JSON.stringify(sources(ids)) }),
    ...queries({ sources: JSON.stringify([{ ...row(ids), span_notes_source_id: ids.span }]) }),
  ],
  listScores: (ids) => queries(people(ids), ...sources(ids), { after: ids.score }),
  createScore: (ids) =>
    bodies(...sources(ids).map((source) => ({ ...source, ...star, label_id: ids.label })), {
      ...row(ids),
      ...star,
      label_id: ids.label,
      queue_item_id: ids.otherItem,
    }),
  createScores: (ids) =>
    bodies(
      ...sources(ids).map((source) => ({ ...source, scores: [{ ...star, label_id: ids.label }] })),
      { ...row(ids), scores: [{ ...star, label_id: ids.label }], queue_item_id: ids.otherItem },
      { ...row(ids), scores: [{ ...star, label_id: ids.label }], span_notes: "x", span_notes_source_id: ids.span },
    ),
  scoresForSource: (ids) => queries(...sources(ids), { ...row(ids), ...people(ids) }),
  createItem: (ids) => bodies(...sources(ids)),
  importAnnotations: (ids) => ({ body: { annotations: [{ ...star, label_id: ids.label }], annotator_id: ids.user } }),
  listItems: (ids) =>
    queries(
      { assigned_to: ids.user },
      { disagreement_label: ids.label },
      { label_id: ids.label, answered: "true" },
      { completed_by: ids.user },
      { pair: `${ids.user},${ids.user}` },
    ),
  setItemPriority: (ids) =>
    bodies({ item_ids: [ids.item], priority: 1 }, { filter: { completed_by: ids.user }, priority: 1 }),
  listPairAgreements: ({ label }) => ({ query: { label_id: label } }),
  getPairConfusion: (ids) => ({ query: { label_id: ids.label, first: ids.user, second: randomUUID() } }),
  getAnnotatorAgreement: (ids) => ({ query: { label_id: ids.label, annotator_id: ids.user } }),
  addItems: (ids) => [
    ...bodies({ items: sources(ids) }, { items: sources(ids), project_id: ids.project }),
    ...bodies(selection({ source_type: "dataset_row", dataset_id: ids.dataset })),
    ...bodies(selection({ source_type: "trace", project_id: ids.project, exclude_ids: [ids.trace] })),
    ...bodies(selection({ source_type: "trace", trace_filters: { session_id: ids.session } })),
  ],
  assignItems: (ids) =>
    bodies({ item_ids: [ids.item], user_ids: [ids.user] }, { item_ids: [ids.item], user_id: ids.user }),
  bulkRemoveItems: (ids) => bodies({ item_ids: [ids.item] }, { filter: { label_id: ids.label, answered: true } }),
  nextItem: (ids) => queries({ exclude: ids.otherItem }, { before: ids.otherItem }, { disagreement_label: ids.label }),
  exportQueue: (ids) => queries({ label_ids: ids.label }, { annotator_ids: ids.user }),
  startQueueExport: (ids) => bodies({ label_ids: [ids.label] }, { annotator_ids: [ids.user] }),
  claimAhead: (ids) => ({ body: { count: 1, exclude: [ids.otherItem] } }),
  releaseItems: (ids) => ({ body: { item_ids: [ids.otherItem] } }),
  annotateDetail: (ids) =>
    queries({ reserve: "true" }, { annotator_id: ids.user }, { disagreement_label: ids.label, view_mode: "review" }),
  submitAnnotations: (ids) => ({
    params: { item_id: ids.otherItem },
    body: { annotations: [{ ...star, label_id: ids.label }], item_notes: "x" },
  }),
  // What a draft holds is its author's free text, and a mutation's id is chosen by its client.
  saveDraft: () => ({ body: { annotations: [] } }),
  undoItem: () => ({}),
  completeItem: (ids) => ({ params: { item_id: ids.otherItem }, body: { exclude: [ids.item] } }),
  skipItem: (ids) => ({ params: { item_id: ids.otherItem }, body: { exclude: [ids.item] } }),
  reviewItem: (ids) =>
    [
      { label_id: ids.label, target_annotator_id: ids.user, comment: "Look again." },
      { comment: "Look again.", mentioned_user_ids: [ids.user] },
    ].map((comment) => ({
      params: { item_id: ids.itemInReview },
      body: { action: "request_changes", label_comments: [comment] },
    })),
  bulkReviewItems: (ids) => ({ body: { item_ids: [ids.item], action: "approve" } }),
  addComment: (ids) =>
    bodies(
      { comment: "x", thread_id: ids.thread },
      { comment: "x", label_id: ids.label, target_annotator_id: ids.user },
      { comment: "x", mentioned_user_ids: [ids.user] },
    ),
  adjudicateItem: (ids) => ({ body: { values: [{ ...star, label_id: ids.label }] } }),
  withdrawAdjudication: ({ label }) => ({ query: { label_id: label } }),
  bulkAnnotate: (ids) => ({
    body: {
      records: [
        {
          observation_span_id: ids.span,
          annotations: [{ annotation_label_id: ids.label, value_float: 4 }],
          notes: [{ text: "x" }],
        },
      ],
    },
  }),
  getAnnotationLabels: ({ project }) => ({ query: { project_id: project } }),
  runInPlayground: (ids) =>
    bodies(
      { template_id: ids.evalTemplate, mapping: { input: "x" } },
      ...[{ span_id: ids.span }, { trace_id: ids.trace }, { session_id: ids.session }, { call_id: ids.call }].map(
        (source) => ({ template_id: idOfName("one_line"), mapping: { text: "x" }, ...source }),
      ),
    ),
  giveEvalFeedback: (ids) => ({ body: { log_id: ids.evalLog, action_type: "retune", value: "Failed" } }),
  getEvalMetrics: (ids) => ({ query: { eval_template_id: ids.evalTemplate } }),
  listEvalLogs: (ids) =>
    queries({ log_id: ids.evalLog }, { dataset_id: ids.dataset }, { template_id: ids.evalTemplate }),
  deleteEvalLogs: (ids) => ({ body: { log_ids: [ids.evalLog] } }),
  getEvalLogDetails: (ids) => ({ query: { eval_template_id: ids.evalTemplate } }),
  queryEvalLogDetails: (ids) => ({ body: { eval_template_id: ids.evalTemplate } }),
  createEvalTemplate: (ids) => ({
    body: { name: `own-${randomUUID()}`, children: [{ template_id: ids.evalTemplate, weight: 1 }] },
  }),
  updateEvalTemplate: (ids) =>
    bodies({ description: "mine" }, { children: [{ template_id: ids.otherEvalTemplate, weight: 1 }] }),
  deleteEvalTemplates: (ids) => ({ body: { template_ids: [ids.deletedEvalTemplate] } }),
  createEvalTemplateVersion: (ids) =>
    bodies({ message: "mine" }, { children: [{ template_id: ids.otherEvalTemplate, weight: 1 }] }),
  duplicateEvalTemplate: (ids) => ({ body: { eval_template_id: ids.evalTemplate, name: `own-${randomUUID()}` } }),
  deleteEvalTemplate: (ids) => ({ body: { eval_template_id: ids.deletedEvalTemplate } }),
  listEvalTemplateCharts: (ids) => ({ body: { template_ids: [ids.evalTemplate] } }),
  createCompositeTemplate: (ids) => ({
    body: { name: `own-${randomUUID()}`, child_template_ids: [ids.evalTemplate] },
  }),
  getCompositeTemplate: (ids) => ({ params: { id: ids.compositeTemplate } }),
  updateCompositeTemplate: (ids) =>
    bodies({ description: "mine" }, { child_template_ids: [ids.otherEvalTemplate] }).map((places) => ({
      ...places,
      params: { id: ids.compositeTemplate },
    })),
  runCompositeTemplate: (ids) => ({ params: { id: ids.compositeTemplate }, body: { mapping: { input: "x" } } }),
  setGroundTruthConfig: (ids) => ({ body: { ground_truth_id: ids.groundTruth } }),
  keepEvalCase: () => ({ body: { mapping: { input: "x" }, expected: { kind: "passes" } } }),
  runEvalCases: (ids) => bodies({}, { case_ids: [ids.evalCase] }),
  getSdkEval: (ids) => ({ query: { eval_id: ids.evalLog } }),
  createEvalGroup: (ids) => ({ body: { name: fresh(), eval_template_ids: [ids.evalTemplate] } }),
  editEvalGroupMembers: (ids) =>
    bodies(
      { eval_group_id: ids.evalGroup, added_template_ids: [ids.evalTemplate] },
      { eval_group_id: ids.evalGroup, deleted_template_ids: [ids.evalTemplate] },
    ),
  replaceEvalGroup: () => ({ body: { name: fresh() } }),
  applyEvalGroup: (ids) =>
    bodies(
      ...[{ dataset_id: ids.dataset }, { project_id: ids.project }].map((filters) => ({
        eval_group_id: ids.evalGroup,
        page_id: "dataset_id" in filters ? "DATASET" : "EVAL_TASK",
        // Evaluations of spans take paths of their attributes.
        mapping: { input: "dataset_id" in filters ? ids.column : "x" },
        filters,
      })),
      ...[
        { page_id: "EXPERIMENT", filters: { experiment_id: ids.experiment } },
        { page_id: "PROMPT", filters: { prompt_template_id: ids.prompt } },
      ].map((target) => ({
        eval_group_id: sampleGroups[1]?.id ?? "",
        mapping: target.page_id === "PROMPT" ? { input: "x", output: "x" } : { input: ids.column, output: ids.column },
        ...target,
      })),
      ...[{ dataset_id: ids.dataset }, { project_id: ids.project }].map((filters) => ({
        eval_group_id: sampleGroups[1]?.id ?? "",
        page_id: "dataset_id" in filters ? "DATASET" : "EVAL_TASK",
        mapping: "dataset_id" in filters ? { input: ids.column, output: ids.column } : { input: "x", output: "x" },
        filters,
      })),
    ),
  getQueueConsensus: ({ label }) => ({ query: { label_id: label } }),
  prioritizeItems: ({ label }) => ({ body: { label_id: label } }),
  compareEvalRuns: (ids) =>
    queries({}, { evaluation_id: ids.evalRunEvaluation, other_evaluation_id: ids.evalRunEvaluation }),
  compareEvalRunRows: (ids) => ({
    query: { evaluation_id: ids.evalRunEvaluation, other_evaluation_id: ids.evalRunEvaluation },
  }),
  createCalibration: (ids) =>
    [
      { run_id: ids.evalRun, evaluation_id: ids.evalRunEvaluation },
      { task_id: ids.evalTask, evaluation_id: ids.evalTaskEvaluation },
    ].map((judge) => ({ body: { queue_id: ids.queue, label_id: ids.label, pass_values: [4], ...judge } })),
  listCalibrations: (ids) => queries({ template_id: ids.evalTemplate }, { queue_id: ids.queue }),
  checkEvalGate: (ids) => ({ query: { evaluation_id: ids.evalRunEvaluation, least_pass_rate: "0.5" } }),
  listEvals: (ids) =>
    queries(
      { dataset_id: ids.dataset },
      { dataset_id: ids.dataset, eval_type: "user" },
      { experiment_id: ids.experiment },
    ),
  listDatasetEvals: (ids) => queries({}, { experiment_id: ids.experiment }),
  listAgentDefinitions: ({ agent }) => ({ query: { agent_definition_id: agent } }),
  deleteAgentDefinitions: ({ agent }) => ({ body: { agent_ids: [agent] } }),
  createAgentDefinition: () => ({ body: { agent_name: fresh(), agent_type: "text" } }),
  tryAgentVersion: () => ({ body: { messages: messages } }),
  createScenario: (ids) =>
    bodies(
      ...[{ agent_definition_id: ids.agent }, { dataset_id: ids.dataset, kind: "dataset" }].map((source) => ({
        name: fresh(),
        kind: "graph",
        generate_graph: true,
        ...source,
      })),
    ),
  listScenarios: (ids) => queries({}, { agent_definition_id: ids.agent }),
  // A mutation's id is chosen by its client.
  addScenarioRows: () => ({ body: { num_rows: 1 } }),
  addScenarioColumns: () => ({
    body: { columns: [{ name: fresh().slice(0, 50), data_type: "text", description: "x" }] },
  }),
  importScenarioTasks: (ids) =>
    bodies(
      ...[{ scenario_id: ids.scenario }, { name: fresh(), agent_definition_id: ids.agent }].map((source) => ({
        tasks: [{ user_scenario: { instructions: "Say hello." } }],
        ...source,
      })),
    ),
  addScenarioRowFromSource: (ids) =>
    bodies(
      ...[
        { source_type: "trace", source_id: ids.trace },
        { source_type: "trace_session", source_id: ids.session },
        { source_type: "trace", source_id: ids.trace, scenario_id: ids.scenario },
        { source_type: "trace", source_id: ids.trace, agent_definition_id: ids.agent },
      ].map((source) => ({ name: fresh(), ...source })),
    ),
  addScenarioRowsFromTraces: (ids) =>
    bodies(
      ...traceChoices(ids).map((traces) => ({ name: fresh(), traces })),
      { scenario_id: ids.scenario, traces: { filters: {} } },
      { name: fresh(), agent_definition_id: ids.agent, traces: { filters: {} } },
    ),
  getScenarioColumns: ({ scenario }) => ({ query: { scenarios: JSON.stringify([scenario]) } }),
  createRunTest: ({ agent, scenario, evalTemplate, simulator, evalConfig }) => {
    const run = { agentDefinitionId: agent, scenarioIds: [scenario] };
    return bodies(
      { name: fresh(), ...run },
      { name: fresh(), ...run, evaluationsConfig: [{ templateId: evalTemplate, mapping: {} }] },
      { name: fresh(), ...run, simulatorAgentId: simulator },
      { name: fresh(), ...run, evalConfigIds: [evalConfig] },
    );
  },
  getRunTestIdByName: ({ runTestName }) => ({ params: { name: runTestName } }),
  listRunTests: (ids) => queries({}, { prompt_template_id: ids.runTest }, { search: ids.runTestName }),
  updateRunTest: ({ agent, scenario, evalTemplate, evalConfig }) =>
    bodies(
      { agent_definition_id: agent },
      { scenario_ids: [scenario] },
      { remove_eval_config_ids: [evalConfig] },
      { evaluations_config: [{ template_id: evalTemplate }] },
    ),
  updateRunTestComponents: ({ agent, scenario }) => bodies({ agent_definition_id: agent }, { scenarios: [scenario] }),
  addEvalConfigs: ({ evalTemplate }) => ({
    body: { evaluations_config: [{ template_id: evalTemplate, mapping: { input: "transcript" } }] },
  }),
  executeRunTest: ({ scenario, simulator }) => bodies({}, { scenarioIds: [scenario], simulatorId: simulator }),
  rerunTestExecutions: ({ testExecution }) => ({
    body: { test_execution_ids: [testExecution], rerun_type: "eval_only" },
  }),
  runNewEvals: ({ testExecution, evalConfig }) => ({
    body: { test_execution_ids: [testExecution], eval_config_ids: [evalConfig] },
  }),
  deleteTestExecutions: ({ testExecution }) => ({ body: { test_execution_ids: [testExecution] } }),
  getEvalSummary: ({ testExecution }) => queries({}, { execution_id: testExecution }),
  listSdkRuns: ({ testExecution, runTestName }) =>
    queries({ run_test_name: runTestName }, { execution_id: testExecution }),
  getSdkMetrics: ({ testExecution, runTestName }) =>
    queries({ run_test_name: runTestName }, { execution_id: testExecution }),
  getSdkAnalytics: ({ testExecution, runTestName }) =>
    queries({ run_test_name: runTestName }, { execution_id: testExecution }),
  compareEvalSummaries: ({ testExecution }) => ({ query: { execution_ids: testExecution } }),
  getTestExecution: ({ scenario }) => queries({}, { scenario_id: scenario }),
  compareExecutions: ({ testExecution }) => ({ query: { baseline_id: testExecution } }),
  rerunCalls: ({ call }) => ({ body: { call_execution_ids: [call], rerun_type: "eval_only" } }),
  createPersona: () => ({ body: { name: fresh() } }),
  replacePersona: () => ({ body: { name: fresh() } }),
  duplicatePersona: () => ({ body: { name: fresh() } }),
  createSimulatorAgent: () => ({ body: { name: fresh() } }),
  compareAgentVersions: ({ agentVersion }) => ({ query: { compare_to: agentVersion } }),
  listEvalTasks: ({ project }) => ({ query: { project_id: project } }),
  createEvalTask: (ids) => evalTasks(ids).map((body) => ({ body: { ...body, name: fresh() } })),
  previewEvalTask: (ids) => evalTasks(ids).map((body) => ({ body })),
  startBackfill: (ids) => bodies({}, ...traceChoices(ids).map((traces) => ({ traces }))),
  listSpanScores: ({ evalTaskEvaluation }) => ({ query: { evaluation_id: evalTaskEvaluation } }),
  retryEvalTask: ({ evalTaskEvaluation }) => bodies({}, { evaluation_id: evalTaskEvaluation }),
  addUserEval: (ids) => bodies({ name: fresh(), template_id: ids.evalTemplate, config: { mapping: { input: "x" } } }),
  startEvalsProcess: (ids) => ({ body: { user_eval_ids: [ids.userEval] } }),
  editAndRunUserEval: () => ({ body: { run: false } }),
  deleteUserEval: () => ({ body: {} }),
  addPredictionColumn: (ids) => ({
    body: { dataset_id: ids.dataset, name: fresh(), config: { model: "sandbox/echo", messages: messages } },
  }),
  editPredictionColumn: (ids) => ({
    body: { dataset_id: ids.dataset, column_id: ids.column, config: { model: "sandbox/echo", messages: messages } },
  }),
  createExperiment: (ids) => {
    const own = { dataset_id: ids.dataset, name: fresh(), output_column_id: ids.column, user_eval_ids: [ids.userEval] };
    return bodies(
      { ...own, task: { kind: "column" } },
      { ...own, task: { kind: "outputs", outputs: [{ row_id: ids.row, output: "x" }] } },
      { ...own, task: { kind: "agent", agent_id: ids.agent, message: "Hello" } },
      { ...own, task: { kind: "column" }, dataset_version_id: ids.datasetVersion, row_ids: [ids.row] },
    );
  },
  listExperiments: (ids) => queries({ dataset_id: ids.dataset }, { dataset_version_id: ids.datasetVersion }),
  compareExperiments: (ids) => ({ body: { experiment_ids: [ids.experiment, randomUUID()] } }),
  checkExperiment: (ids) =>
    bodies(
      { baseline_id: ids.experiment, candidate_id: randomUUID() },
      { baseline_id: randomUUID(), candidate_id: ids.experiment },
    ),
  compareExperimentRows: (ids) => ({ body: { experiment_ids: [ids.experiment, randomUUID()] } }),
  compareDatasetVersion: (ids) => queries({}, { against: ids.datasetVersion }),
  estimateEvalRun: (ids) =>
    [{}, { dataset_version_id: ids.datasetVersion }].map((version) => ({
      body: { dataset_id: ids.dataset, user_eval_ids: [ids.userEval], ...version },
    })),
  startEvalRun: (ids) =>
    bodies(
      { dataset_id: ids.dataset, user_eval_ids: [ids.userEval] },
      { dataset_id: ids.dataset, user_eval_ids: [ids.userEval], dataset_version_id: ids.datasetVersion },
      { dataset_id: ids.dataset, column_ids: [ids.column] },
    ),
  listEvalRuns: (ids) =>
    queries({ dataset_id: ids.dataset }, { user_eval_id: ids.userEval }, { template_id: ids.evalTemplate }),
  listEvalRunCells: (ids) => queries({}, { row_id: ids.row }),
  retryEvalRun: () => ({ body: {} }),
  gradeEvalRunAgain: () => ({ body: {} }),
  // A new project each time: within a project, a span stays in its first trace.
  exportTraces: (ids) =>
    bodies(
      exportOf({ "service.name": fresh() }, [{ traceId: ids.traceId, spanId: hexId(8) }]),
      exportOf({ "service.name": fresh() }, [{ traceId: hexId(16), spanId: ids.span }]),
      exportOf({ "service.name": fresh() }, [
        { traceId: hexId(16), spanId: hexId(8), values: { "session.id": ids.sessionText } },
      ]),
    ),
  listTraces: (ids) =>
    queries(
      { project_id: ids.project },
      { session_id: ids.session },
      { search: ids.traceId },
      { evaluation_id: ids.evalTaskEvaluation },
      { after: ids.trace },
    ),
  listTraceFacets: (ids) => queries({ project_id: ids.project }, { session_id: ids.session }),
  previewTraceRows: (ids) => bodies(...chosenTraces(ids)),
  addTracesToDataset: (ids) =>
    bodies(
      ...chosenTraces(ids).map((chosen) => ({ ...chosen, dataset_name: fresh() })),
      ...chosenTraces(ids).map((chosen) => ({ ...chosen, dataset_id: ids.dataset })),
    ),
  createAlert: ({ evalTaskEvaluation }) => ({ body: { name: fresh(), ...alertOn(evalTaskEvaluation) } }),
  previewAlert: ({ evalTaskEvaluation }) => ({ body: alertOn(evalTaskEvaluation) }),
  listIncidents: ({ project, alert }) => queries({}, { project_id: project }, { alert_id: alert }),
  listSpans: ({ project }) => ({ query: { project_id: project } }),
  listSessions: ({ project }) => ({ query: { project_id: project } }),
  listGatewayKeys: ({ gatewayKey }) => ({ query: { after: gatewayKey } }),
  listGatewayCredits: ({ gatewayCredit }) => queries({}, { after: gatewayCredit }),
  createGatewayKey: ({ organization }) =>
    bodies(
      { name: fresh() },
      { name: fresh(), organization_id: organization },
      { name: fresh(), metadata: { org_id: organization } },
    ),
  replaceGatewayKey: ({ organization }) => bodies({ name: "theirs" }, { organization_id: organization }),
  updateGatewayKey: ({ organization }) => bodies({ name: "theirs" }, { organization_id: organization }),
  listGatewayRequests: ({ gatewayRequest, gatewayKey, organization }) =>
    queries({}, { after: gatewayRequest }, { key_id: gatewayKey }, { organization_id: organization }),
  getGatewaySpend: ({ gatewayKey, organization }) =>
    queries({ by: "key" }, { key_id: gatewayKey }, { organization_id: organization }),
  exportGatewayRequests: ({ gatewayKey, organization }) =>
    queries({}, { key_id: gatewayKey }, { organization_id: organization }),
  exportGatewaySpend: ({ gatewayKey, organization }) =>
    queries({}, { key_id: gatewayKey }, { organization_id: organization }),
  setPromptGate: (ids) =>
    bodies({
      ...{ dataset_version_id: ids.datasetVersion, output_column_id: ids.column },
      user_eval_ids: [ids.userEval],
    }),
  startPromptRelease: (ids) => ({ body: { label_id: ids.promptLabel, version: "v3" } }),
  checkPromptMove: () => ({ query: { version: "v1" } }),
  getPromptByDefault: (ids) => ({ query: { name: ids.promptName } }),
  getPromptByLabel: (ids) =>
    queries(
      { name: ids.promptName },
      { name: ids.promptName, version: "v1" },
      { name: ids.promptName, label: "staging" },
    ),
  listPromptVersions: (ids) => ({ query: { template_id: ids.prompt } }),
  listTemplateLabels: (ids) => queries({ template_id: ids.prompt }, { template_name: ids.promptName }),
  deletePromptLabel: (ids) => ({ body: { label_id: ids.promptLabel } }),
  removePromptLabel: (ids) => ({ body: { label_id: ids.promptLabel, version_id: ids.promptVersion } }),
  assignPromptLabel: () => ({ body: { version: "v1" } }),
  setDefaultPromptVersion: (ids) => ({ body: { template_name: ids.promptName, version: "v1" } }),
  createPrompt: () => ({ body: { name: fresh(), content: { messages: messages } } }),
  addPromptComment: ({ user }) => bodies({ comment: "x" }, { comment: "x", mentioned_user_ids: [user] }),
  editPromptComment: ({ user }) => bodies({ comment: "x" }, { comment: "x", mentioned_user_ids: [user] }),
  exportPrompts: (ids) => queries({}, { prompt_id: ids.prompt }),
  importPrompts: () => {
    const text = `name: ${fresh()}\nmessages: [{ role: user, content: Say it }]\n`;
    return bodies({ files: [{ file: "prompt.yaml", text }] });
  },
  createPromptDraft: () => ({ body: { name: fresh(), prompt_config: [{ messages: messages }] } }),
  compareConfigVersions: () => ({ query: { compare_to: "2" } }),
};

function alertOn(evaluation_id: string) {
  return { measure: "verdicts", comparison: "fixed", limit: 0.1, evaluation_id };
}

/** `client_id` is a name at a sign-in provider. */
const namesId = (name: string): boolean =>
  name !== "client_id" &&
  /(^|_)ids?$|^(dataset|project|exclude|before|sources|scenarios|disagreement_label)$/.test(name);

/** Whether an operation's own fields include ids, so that it needs an entry here. */
export const carriesIds = (fields: readonly string[]): boolean => fields.some(namesId);
export const isKnown = ({ name }: Contract): boolean => name in requests;

/** Whose id `{id}` is, by what stands before it in the path. */
const ownIds = [
  ["annotations-labels", "label"],
  ["eval-groups", "evalGroup"],
  ["eval-templates", "evalTemplate"],
  ["projects", "project"],
  ["scores", "score"],
] as const;

/** The requests of an operation, with its path's slots filled by name. */
export function placesOf(contract: Contract, ids: Furnished): Places[] {
  const request = requests[contract.name]?.(ids) ?? {};
  const slots: Record<string, () => string> = {
    domain_id: () => ids.domain,
    queue_id: () => ids.queue,
    item_id: () => ids.item,
    thread_id: () => ids.thread,
    webhook_id: () => ids.webhook,
    alert_id: () => ids.alert,
    incident_id: () => ids.incident,
    delivery_id: () => ids.webhookDelivery,
    export_id: () => ids.export,
    dataset_id: () => ids.dataset,
    scenario_id: () => ids.scenario,
    column_id: () => ids.column,
    eval_id: () => ids.userEval,
    trace_id: () => ids.trace,
    span_id: () => ids.span,
    session_id: () => ids.session,
    project_id: () => ids.project,
    import_id: () => ids.traceImport,
    view_id: () => (contract.path.includes("item-views") ? ids.itemView : ids.traceView),
    task_id: () => ids.evalTask,
    backfill_id: () => ids.evalBackfill,
    key_id: () => ids.gatewayKey,
    feedback_key_id: () => ids.feedbackKey,
    log_id: () => (contract.path.includes("eval-logs") ? ids.evalLog : ids.gatewayRequest),
    case_id: () => ids.evalCase,
    ground_truth_id: () => ids.groundTruth,
    experiment_id: () => ids.experiment,
    run_id: () => ids.evalRun,
    other_id: () => ids.evalRun,
    calibration_id: () => ids.calibration,
    agent_id: () => ids.agent,
    run_test_id: () => ids.runTest,
    eval_config_id: () => ids.evalConfig,
    test_execution_id: () => ids.testExecution,
    call_execution_id: () => ids.call,
    persona_id: () => ids.persona,
    simulator_id: () => ids.simulator,
    version_id: () =>
      contract.path.includes("agent-definitions")
        ? ids.agentVersion
        : contract.path.includes("develops")
          ? ids.datasetVersion
          : ids.evalVersion,
    prompt_id: () => ids.prompt,
    release_id: () => ids.promptRelease,
    comment_id: () => ids.promptComment,
    label_id: () => ids.promptLabel,
    org_id: () => ids.organization,
    version: () => "1",
    response_id: () => randomUUID(), // nobody's: none is stored
  };
  const own = ownIds.find(([part]) => contract.path.includes(`/${part}/{id}/`));
  if (own) slots.id = () => ids[own[1]];
  const filled = (places: Places, slot: string): string => {
    const value = places.params?.[slot] ?? slots[slot]?.();
    if (value === undefined) throw new Error(`${contract.name}: say in foreign-requests.ts what {${slot}} stands for.`);
    return value;
  };
  return [request].flat().map((places) => ({
    ...places,
    params: Object.fromEntries(
      [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => [slot, filled(places, slot)]),
    ),
    body: contract.method === "GET" ? undefined : (places.body ?? exampleBody(contract)),
  }));
}
