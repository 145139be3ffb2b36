import type { SpanVerdict } from "@/lib/contracts/evaluation/names";
import type { WorkflowStatus } from "@/lib/contracts/names";

/** Addresses of the screens. */
export const links = {
  home: () => "/",
  status: () => "/status",
  /** The API's operations, with this one open. */
  api: (operation?: string) => `/docs/api${operation ? `?operation=${operation}` : ""}`,
  queues: () => "/queues",
  queuesOfLabel: (labelId: string) => `/queues?label=${labelId}`,
  /** The page that sets a queue up, from a template, or with a dataset's rows and its name. */
  newQueue: (of: { template?: string; dataset?: string; name?: string } = {}) => {
    const search = new URLSearchParams(of);
    return `/queues/new${search.size > 0 ? `?${search}` : ""}`;
  },
  queue: (id: string, tab?: string) => `/queues/${id}${tab ? `?tab=${tab}` : ""}`,
  /** The queue's items of this status. */
  items: (id: string, status: WorkflowStatus) => `/queues/${id}?status=${status}`,
  desk: (queueId: string, itemId?: string) => `/queues/${queueId}/annotate${itemId ? `?item=${itemId}` : ""}`,
  /** The review desk, for items in review or a given scope; at this item, or at the first. */
  review: (queueId: string, to: { item?: string | undefined; scope?: string; disagreement?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(to).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return `/queues/${queueId}/review${search.size > 0 ? `?${search}` : ""}`;
  },
  /** Items with different values under a label. */
  disagreements: (queueId: string, labelId: string) => `/queues/${queueId}?disagreement=${labelId}`,
  /** Items that two annotators both answered under a label: all, those that differ, or those of two values. */
  pairItems: (
    queueId: string,
    {
      first,
      second,
      label,
      differs,
      values,
    }: {
      first: string;
      second: string;
      label?: string | undefined;
      differs?: boolean;
      values?: readonly [first: string, second: string];
    },
  ) =>
    `/queues/${queueId}?${new URLSearchParams({
      pair: `${first},${second}`,
      ...(label ? { label } : {}),
      ...(differs ? { differs: "true" } : {}),
      ...(values ? { first: values[0], second: values[1] } : {}),
    })}`,
  /** Where a session goes that lacks the second factor its organization asks for. */
  secondFactor: () => "/second-factor",
  labels: () => "/labels",
  newLabel: () => "/labels?new=1",
  datasets: () => "/datasets",
  /** The dialog that adds a dataset's rows to a queue. */
  datasetToQueue: (id: string) => `/datasets/${id}?queue=1`,
  importDataset: () => "/datasets/import",
  dataset: (id: string) => `/datasets/${id}`,
  datasetWithoutRow: (id: string) => `/datasets/${id}?gone=1`,
  /** Where the row is now. */
  datasetRow: (id: string, rowId: string) => `/datasets/${id}?row_id=${rowId}`,
  /** At this position among the dataset's rows, from 1. */
  datasetAt: (id: string, position: number) => `/datasets/${id}?row=${position}`,
  prompts: () => "/prompts",
  newPrompt: () => "/prompts?new=1",
  /** At this version, or at the default one. */
  prompt: (id: string, version?: string) => `/prompts/${id}${version ? `?version=${version}` : ""}`,
  /** The prompt beside other versions and models. */
  playPrompt: (id: string, version?: string) => `/prompts/${id}/play${version ? `?version=${version}` : ""}`,
  /** Traces of a project or session, with a given verdict of an evaluation, or behind a figure. */
  traces: (
    of: {
      project?: string;
      session?: string;
      evaluation?: string;
      verdict?: SpanVerdict;
      since?: string;
      until?: string;
      status?: string;
      model?: string;
      name?: string;
      user?: string;
      /** A trace's OpenTelemetry id. */
      search?: string;
      internal?: "true";
    } = {},
  ) => {
    const search = new URLSearchParams(Object.entries(of));
    return `/traces${search.size > 0 ? `?${search}` : ""}`;
  },
  trace: (id: string, span?: string) => `/traces/${id}${span ? `?span=${span}` : ""}`,
  tracedSessions: () => "/traces/sessions",
  tracedSession: (id: string) => `/traces/sessions/${id}`,
  /** What one user did in a project. */
  tracedUser: (project: string, user: string) => `/traces/users?${new URLSearchParams({ project, user })}`,
  tracedProjects: () => "/traces/projects",
  tracedProject: (id: string) => `/traces/projects/${id}`,
  alerts: (project: string) => `/traces/projects/${project}/alerts`,
  incidents: () => "/traces/incidents",
  incident: (id: string) => `/traces/incidents/${id}`,
  evalTasks: () => "/evaluate/tasks",
  newEvalTask: (project?: string) => `/evaluate/tasks/new${project ? `?project=${project}` : ""}`,
  evalTask: (id: string) => `/evaluate/tasks/${id}`,
  /** The dialog that starts a run over a dataset's rows. */
  evaluateDataset: (id: string) => `/datasets/${id}?evaluate=1`,
  /** The dialog that adds a column that a model fills. */
  newPromptColumn: (id: string) => `/datasets/${id}?prompt=new`,
  /** The dialog that starts an experiment over a dataset with a saved version of a prompt. */
  tryPrompt: (datasetId: string, promptId: string, version: string) =>
    `/datasets/${datasetId}?tab=experiments&try=${promptId}&try_version=${version}`,
  datasetRuns: (id: string) => `/datasets/${id}?tab=runs`,
  evalRun: (datasetId: string, id: string) => `/datasets/${datasetId}/runs/${id}`,
  evalTemplates: () => "/evaluate",
  evalTemplate: (id: string) => `/evaluate/templates/${id}`,
  /** Its test cases. */
  evalCases: (id: string) => `/evaluate/templates/${id}#cases`,
  newEvalTemplate: (kind: string) => `/evaluate/templates/new?kind=${kind}`,
  editEvalTemplate: (id: string) => `/evaluate/templates/${id}/edit`,
  evalGroups: () => "/evaluate/groups",
  evalGroup: (id: string) => `/evaluate/groups/${id}`,
  /** The dialog that puts a group's templates on a dataset. */
  applyEvalGroup: (id: string, datasetId?: string) =>
    `/evaluate/groups/${id}?apply=1${datasetId ? `&dataset=${datasetId}` : ""}`,
  /** With this template chosen, all of a run or a test case filled in, or what a dataset's row or a span holds. */
  playground: (
    from: {
      template?: string;
      log?: string;
      case?: string;
      dataset?: string;
      row?: string;
      trace?: string;
      span?: string;
    } = {},
  ) => {
    const search = new URLSearchParams(Object.entries(from));
    return `/evaluate/playground${search.size > 0 ? `?${search}` : ""}`;
  },
  /** Runs of this template, or of all; one of them open. */
  evalLogs: (of: { template?: string; run?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(of));
    return `/evaluate/logs${search.size > 0 ? `?${search}` : ""}`;
  },
  /** Two runs over one dataset, row by row. */
  compareEvalRuns: (of: { first?: string; second?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(of));
    return `/evaluate/comparison${search.size > 0 ? `?${search}` : ""}`;
  },
  experiments: () => "/evaluate/experiments",
  /** Two to eight experiments over one dataset; the first is the baseline. */
  compareExperiments: (ids: readonly string[], { metric, change }: { metric?: number; change?: "falls" } = {}) =>
    `/evaluate/experiments?compare=${ids.join(",")}${metric ? `&metric=${metric}` : ""}${change ? `&change=${change}` : ""}`,
  calibrations: () => "/evaluate/calibration",
  calibration: (id: string) => `/evaluate/calibration/${id}`,
  /** The form that calibrates a judge on this queue. */
  newCalibration: (of: { queue?: string; run?: string; task?: string; evaluation?: string } = {}) =>
    `/evaluate/calibration?${new URLSearchParams({ new: "1", ...of })}`,
  simulation: () => "/simulation",
  agents: () => "/simulation/agents",
  newAgent: () => "/simulation/agents/new",
  agent: (id: string) => `/simulation/agents/${id}`,
  /** The editor of its next version. */
  editAgent: (id: string) => `/simulation/agents/${id}/edit`,
  personas: () => "/simulation/personas",
  runs: () => "/simulation/runs",
  /** The form of a test run, with this scenario chosen. */
  newRun: (scenario?: string) => `/simulation/runs/new${scenario ? `?scenario=${scenario}` : ""}`,
  run: (id: string) => `/simulation/runs/${id}`,
  editRun: (id: string) => `/simulation/runs/${id}/edit`,
  execution: (id: string) => `/simulation/runs/executions/${id}`,
  /** At this turn, counted from 0. */
  call: (id: string, turn?: number) => `/simulation/runs/calls/${id}${turn === undefined ? "" : `#turn-${turn}`}`,
  scenarios: () => "/simulation/scenarios",
  newScenario: () => "/simulation/scenarios/new",
  scenario: (id: string) => `/simulation/scenarios/${id}`,
  gatewayKeys: () => "/gateway",
  gatewayKey: (id: string) => `/gateway/keys/${id}`,
  gatewayModels: () => "/gateway/models",
  gatewayGuardrails: () => "/gateway/guardrails",
  gatewayRequests: () => "/gateway/requests",
  /** The log's request behind a span. */
  requestOfSpan: (trace: string, id: string) => `/gateway/requests?${new URLSearchParams({ trace, id })}`,
  gatewaySpend: () => "/gateway/spend",
  gatewayConfiguration: () => "/gateway/configuration",
  notifications: () => "/notifications",
  settings: () => "/settings",
  apiKeys: () => "/settings/keys",
  /** Masking and feedback keys of a project. */
  projects: (project?: string) => `/settings/projects${project ? `?project=${project}` : ""}`,
  members: () => "/settings/members",
  invite: () => "/settings/members?invite=1",
  organization: () => "/settings/organization",
  companySettings: () => "/settings/company-sign-in",
  audit: () => "/settings/audit",
  data: () => "/settings/data",
  webhooks: () => "/settings/webhooks",
  webhook: (id: string) => `/settings/webhooks/${id}`,
  profile: () => "/settings/profile",
  signIn: (next?: string) => `/sign-in${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  /** Where somebody signs in whose password was right and who needs a code as well. */
  signInWithCode: (next: string) => `/sign-in?second_factor=1&next=${encodeURIComponent(next)}`,
  /** Where people sign in with their company's provider. */
  companySignIn: (next?: string) => `/sign-in/company${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  signUp: (next?: string) => `/sign-up${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  forgotPassword: () => "/forgot-password",
  resetPassword: (token: string) => `/reset-password?token=${encodeURIComponent(token)}`,
  invitation: (token: string) => `/invitations/accept?token=${encodeURIComponent(token)}`,
} as const;
