// What an entry of the audit log keeps of something that is deleted: what identifies it, and no contents. By operation; the
// target's id, or ids, are those of rows of the table.

export interface Deleted {
  table: string;
  /** Columns, as the entry names them. */
  facts: readonly string[];
}

const named = (table: string, ...more: string[]): Deleted => ({ table, facts: ["name", ...more] });

const template = named("eval_templates", "eval_type");
const agent = named("agent_definitions");
const runTest = named("run_tests");

export const deletedBy: Readonly<Record<string, Deleted>> = {
  deleteAlert: named("alerts", "measure", "project_id"),
  revokeFeedbackKey: named("feedback_keys", "project_id"),
  deleteDatasets: named("datasets"),
  // Of a dataset; the entry has the version.
  deleteDatasetVersion: named("datasets"),
  deleteLabel: named("labels", "type"),
  deleteQueue: named("queues"),
  hardDeleteQueue: named("queues"),
  deleteEvalLogs: { table: "eval_logs", facts: ["template_id", "version_number", "created_at"] },
  deleteEvalGroup: named("eval_groups"),
  deleteEvalTemplates: template,
  deleteEvalTemplate: template,
  deleteEvalTask: named("eval_tasks", "project_id"),
  deleteCalibration: named("eval_calibrations"),
  deleteGroundTruth: named("eval_ground_truths", "template_id"),
  deleteAgentDefinitions: agent,
  deleteAgentDefinition: agent,
  deleteAgentVersion: { table: "agent_versions", facts: ["agent_id", "number"] },
  deleteScenario: named("scenarios"),
  deletePersona: named("personas"),
  deleteSimulatorAgent: named("simulator_agents"),
  deleteRunTest: runTest,
  deleteRunTestByName: runTest,
  // Of a run test; the entry has the ids of the executions.
  deleteTestExecutions: runTest,
  deletePromptLabel: named("prompt_labels"),
};

/** One row as it is, several as a list with their ids; null if there was none. */
export function beforeOf(rows: readonly ({ id: string } & Record<string, unknown>)[], isList: boolean) {
  const [first] = rows;
  if (!first) return null;
  if (isList) return { deleted: rows };
  const { id: _id, ...facts } = first;
  return facts;
}
