// Every contract, in documentation order.
import { accountModules } from "./accounts";
import * as alerts from "./alerts/alerts";
import * as incidents from "./alerts/incidents";
import { annotationModules } from "./annotation";
import * as bulkAnnotation from "./annotation/bulk-annotation";
import type { Contract } from "./contract";
import * as datasets from "./datasets";
import * as applyEvalGroup from "./evaluation/apply-group";
import * as evalBackfills from "./evaluation/backfills";
import * as evalCalibrationItems from "./evaluation/calibration-items";
import * as evalCalibrations from "./evaluation/calibrations";
import * as evalCases from "./evaluation/cases";
import * as evalComparison from "./evaluation/comparison";
import * as datasetEvals from "./evaluation/dataset-evals";
import * as evalsList from "./evaluation/evals-list";
import * as experiments from "./evaluation/experiments";
import * as evalFeedback from "./evaluation/feedback";
import * as evalGroups from "./evaluation/groups";
import * as evalLogTable from "./evaluation/log-table";
import * as evalLogs from "./evaluation/logs";
import * as playground from "./evaluation/playground";
import * as predictions from "./evaluation/predictions";
import * as evalRunSummary from "./evaluation/run-summary";
import * as evalRuns from "./evaluation/runs";
import * as evalSdk from "./evaluation/sdk/evaluations";
import * as evalPipelines from "./evaluation/sdk/pipelines";
import * as evalProtect from "./evaluation/sdk/protect";
import * as spanScores from "./evaluation/span-scores";
import * as evalTasks from "./evaluation/tasks";
import * as evalTemplateDetail from "./evaluation/template-detail";
import * as evalTemplateList from "./evaluation/template-list";
import * as evalTemplateVersions from "./evaluation/template-versions";
import * as evalTemplates from "./evaluation/templates";
import * as compositeTemplates from "./evaluation/templates/composites";
import * as groundTruth from "./evaluation/templates/ground-truth";
import * as groundTruthRows from "./evaluation/templates/ground-truth-rows";
import * as evalTemplateUsage from "./evaluation/templates/usage";
import * as gatewayCatalogue from "./gateway/catalogue";
import * as chat from "./gateway/chat";
import * as gatewayCompletions from "./gateway/completions";
import * as gatewayConfigs from "./gateway/configs";
import * as gatewayCurrentKey from "./gateway/current-key";
import * as gatewayEmbeddings from "./gateway/embeddings";
import * as gatewayGuardrails from "./gateway/guardrails";
import * as gatewayKeys from "./gateway/keys";
import * as gatewayMessages from "./gateway/messages";
import * as gatewayMetrics from "./gateway/metrics";
import * as models from "./gateway/models";
import * as gatewayCredits from "./gateway/money/credits";
import * as gatewaySpend from "./gateway/money/spend";
import * as gatewayRecordLosses from "./gateway/record-losses";
import * as gatewayRequests from "./gateway/requests";
import * as gatewayResponses from "./gateway/responses";
import * as platform from "./platform";
import { promptModules } from "./prompts/all";
import * as agentVersions from "./simulation/agent-versions";
import * as agents from "./simulation/agents";
import * as assistants from "./simulation/assistants";
import * as personas from "./simulation/personas";
import * as callAnalyses from "./simulation/runs/call-analyses";
import * as simulatedCalls from "./simulation/runs/calls";
import * as simulatedChats from "./simulation/runs/chat";
import * as simulationEvalConfigs from "./simulation/runs/eval-configs";
import * as executionComparison from "./simulation/runs/execution-comparison";
import * as executionFigures from "./simulation/runs/execution-figures";
import * as testExecutions from "./simulation/runs/executions";
import * as reruns from "./simulation/runs/reruns";
import * as runExecutions from "./simulation/runs/run-executions";
import * as runTests from "./simulation/runs/run-tests";
import * as simulationSdk from "./simulation/runs/sdk";
import * as scenarioRows from "./simulation/scenario-rows";
import * as scenarioSources from "./simulation/scenario-sources";
import * as scenarios from "./simulation/scenarios";
import * as simulators from "./simulation/simulators";
import * as tries from "./simulation/tries";
import * as status from "./status";
import * as activity from "./traces/activity";
import * as traceErasure from "./traces/erasure";
import * as masking from "./traces/masking";
import * as otlp from "./traces/otlp";
import * as projects from "./traces/projects";
import * as prototypeRuns from "./traces/prototype-runs";
import * as sessions from "./traces/sessions";
import * as spans from "./traces/spans";
import * as traceImports from "./traces/trace-imports";
import * as traceViews from "./traces/trace-views";
import * as traces from "./traces/traces";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "path" in value && "method" in value;

const modules = [
  platform,
  status,
  ...accountModules,
  datasets,
  ...annotationModules,
  otlp,
  projects,
  masking,
  traces,
  traceViews,
  traceImports,
  spans,
  sessions,
  traceErasure,
  activity,
  alerts,
  incidents,
  prototypeRuns,
  bulkAnnotation,
  evalTemplates,
  evalTemplateList,
  evalTemplateDetail,
  evalTemplateUsage,
  evalTemplateVersions,
  compositeTemplates,
  groundTruth,
  groundTruthRows,
  evalCases,
  playground,
  evalLogs,
  evalLogTable,
  evalPipelines,
  evalProtect,
  evalSdk,
  scenarios,
  scenarioRows,
  scenarioSources,
  experiments,
  evalFeedback,
  evalGroups,
  applyEvalGroup,
  evalsList,
  evalComparison,
  evalRunSummary,
  evalCalibrations,
  evalCalibrationItems,
  agents,
  agentVersions,
  personas,
  simulators,
  assistants,
  tries,
  evalTasks,
  spanScores,
  evalBackfills,
  datasetEvals,
  predictions,
  evalRuns,
  runTests,
  simulationEvalConfigs,
  runExecutions,
  reruns,
  testExecutions,
  executionComparison,
  executionFigures,
  simulatedCalls,
  simulatedChats,
  callAnalyses,
  simulationSdk,
  chat,
  gatewayCompletions,
  gatewayEmbeddings,
  gatewayMessages,
  gatewayResponses,
  gatewayCurrentKey,
  models,
  gatewayKeys,
  gatewayCredits,
  gatewayRecordLosses,
  gatewayRequests,
  gatewaySpend,
  gatewayMetrics,
  gatewayCatalogue,
  gatewayConfigs,
  gatewayGuardrails,
  ...promptModules,
];

export const contracts: readonly Contract[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter(isContract),
);
