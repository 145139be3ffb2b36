// Which operations the audit log records, once for each. actions.test.ts fails for an administrative operation that is in neither table.
import type { AuditTarget } from "@/lib/contracts/shapes";

export interface AuditedAction {
  target: AuditTarget;
  /** The field of the input that names the target; by default the path's first slot. */
  id?: string;
  /** The entry is written in one transaction around the whole verb. Otherwise the verb writes it in its own. */
  isWhole?: true;
}

const whole = (target: AuditTarget, id?: string): AuditedAction => ({ target, isWhole: true, ...(id ? { id } : {}) });
const own = (target: AuditTarget, id?: string): AuditedAction => ({ target, ...(id ? { id } : {}) });

export const audited: Readonly<Record<string, AuditedAction>> = {
  updateOrganization: whole("organization"),
  setMediaHosts: whole("organization"),
  setRetention: own("organization"),

  changeMemberRole: whole("member", "user_id"),
  removeMember: own("member", "user_id"),
  endMemberSessions: whole("member", "user_id"),
  inviteMember: whole("invitation"),
  revokeInvitation: whole("invitation", "invitation_id"),
  acceptInvitation: own("member"),
  joinOrganization: own("member"),
  createPasswordReset: whole("member", "user_id"),
  resetPassword: own("member"),
  changePassword: own("member"),
  confirmSecondFactor: own("member"),
  renewRecoveryCodes: own("member"),
  disableSecondFactor: own("member"),
  resetMemberSecondFactor: whole("member", "user_id"),

  setCompanySignIn: own("company_sign_in"),
  deleteCompanySignIn: own("company_sign_in"),
  addCompanyDomain: own("company_sign_in"),
  checkCompanyDomain: own("company_sign_in"),
  deleteCompanyDomain: own("company_sign_in"),

  deleteAccount: own("member"),
  deleteMember: own("member", "user_id"),
  deleteOrganization: own("organization"),

  createKey: own("api_key"),
  updateKey: own("api_key", "key_id"),
  enableKey: own("api_key", "key_id"),
  disableKey: own("api_key", "key_id"),
  deleteKey: own("api_key", "key_id"),

  createWebhook: whole("webhook"),
  updateWebhook: whole("webhook"),
  deleteWebhook: whole("webhook"),
  testWebhook: whole("webhook"),
  redeliverWebhookEvent: whole("webhook"),

  setMasking: whole("project"),
  createAlert: whole("alert", "project_id"),
  updateAlert: whole("alert"),
  deleteAlert: whole("alert"),
  createFeedbackKey: whole("feedback_key", "project_id"),
  revokeFeedbackKey: whole("feedback_key", "feedback_key_id"),

  createGatewayKey: own("gateway_key"),
  replaceGatewayKey: own("gateway_key"),
  updateGatewayKey: own("gateway_key"),
  revokeGatewayKey: own("gateway_key"),
  rotateGatewayKey: own("gateway_key"),
  addGatewayCredits: own("gateway_key"),
  correctGatewayCredits: own("gateway_key"),
  createOrganizationConfig: own("gateway_config"),
  activateConfigVersion: own("gateway_config"),

  deleteTrace: own("trace"),
  deleteSession: own("session"),
  deleteProject: own("project"),
  deleteDatasets: whole("dataset", "dataset_ids"),
  deleteDatasetVersion: whole("dataset"),
  deleteLabel: whole("label"),
  deleteQueue: whole("queue"),
  hardDeleteQueue: whole("queue"),
  deleteEvalLogs: whole("evaluation", "log_ids"),
  deleteEvalGroup: whole("evaluation"),
  deleteEvalTemplates: whole("evaluation", "template_ids"),
  deleteEvalTemplate: whole("evaluation", "eval_template_id"),
  deleteEvalTask: whole("evaluation"),
  deleteCalibration: whole("evaluation"),
  deleteGroundTruth: whole("evaluation"),
  deleteAgentDefinitions: whole("simulation", "agent_ids"),
  deleteAgentDefinition: whole("simulation"),
  deleteAgentVersion: whole("simulation", "version_id"),
  deleteScenario: whole("simulation"),
  deletePersona: whole("simulation"),
  deleteSimulatorAgent: whole("simulation"),
  deleteRunTest: whole("simulation"),
  deleteRunTestByName: whole("simulation"),
  deleteTestExecutions: whole("simulation"),
  deletePrompt: own("prompt"),
  deletePromptVersion: own("prompt"),
  deletePromptLabel: whole("prompt", "label_id"),
  deletePromptGate: own("prompt"),

  exportAuditLog: own("audit_log"),
  exportOrganization: own("export"),
  downloadDataset: own("export"),
  exportGatewaySpend: own("export"),
  exportGatewayRequests: own("export"),
  exportQueue: own("export"),
  downloadQueueExport: own("export", "export_id"),
  exportExperiment: own("export"),
  exportTestExecution: own("export"),
  exportPrompts: own("export"),
};

/** Administrative operations that leave no entry, and why. */
export const unrecorded: Readonly<Record<string, string>> = {
  checkCompanySignIn: "It changes nothing.",
  previewOrganizationConfig: "It changes nothing.",
  testGuardrail: "It changes nothing.",
  deleteItemView: "A person's own view of a list.",
  deleteTraceView: "A person's own view of a list.",
  deleteSuggestions: "The work of annotation.",
  deleteItem: "The work of annotation.",
  deleteScore: "The work of annotation; scores keep their history.",
  deleteColumn: "The work on a dataset, which can be restored from its versions.",
  deleteRows: "The work on a dataset, which can be restored from its versions.",
  deleteEvalCase: "The work on an evaluation.",
  deleteUserEval: "The work on a dataset.",
  deleteEvalConfig: "The work on a simulation.",
  deleteCallExecution: "The work on a simulation.",
  deletePromptComment: "A person's own comment.",
  discardDraft: "A person's own draft.",
  withdrawAdjudication: "The work of annotation.",
  deleteResponse: "A client's own stored response at the gateway.",
};
