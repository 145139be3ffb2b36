import * as agentVersionsContracts from "@/lib/contracts/simulation/agent-versions";
import * as agentContracts from "@/lib/contracts/simulation/agents";
import * as assistantContracts from "@/lib/contracts/simulation/assistants";
import * as personaContracts from "@/lib/contracts/simulation/personas";
import * as analysisContracts from "@/lib/contracts/simulation/runs/call-analyses";
import * as callContracts from "@/lib/contracts/simulation/runs/calls";
import * as chatContracts from "@/lib/contracts/simulation/runs/chat";
import * as evalConfigsContracts from "@/lib/contracts/simulation/runs/eval-configs";
import * as executionComparisonContracts from "@/lib/contracts/simulation/runs/execution-comparison";
import * as executionFiguresContracts from "@/lib/contracts/simulation/runs/execution-figures";
import * as executionContracts from "@/lib/contracts/simulation/runs/executions";
import * as rerunsContracts from "@/lib/contracts/simulation/runs/reruns";
import * as runExecutionsContracts from "@/lib/contracts/simulation/runs/run-executions";
import * as runTestContracts from "@/lib/contracts/simulation/runs/run-tests";
import * as sdkContracts from "@/lib/contracts/simulation/runs/sdk";
import * as scenarioRowsContracts from "@/lib/contracts/simulation/scenario-rows";
import * as scenarioSourcesContracts from "@/lib/contracts/simulation/scenario-sources";
import * as scenarioContracts from "@/lib/contracts/simulation/scenarios";
import * as simulatorContracts from "@/lib/contracts/simulation/simulators";
import * as tryContracts from "@/lib/contracts/simulation/tries";
import { endpoint } from "@/lib/http/endpoint";
import * as agents from "./agents/agents";
import * as trying from "./agents/try";
import * as versions from "./agents/versions";
import * as personas from "./personas/personas";
import * as callEvents from "./runs/calls/call-events";
import * as callPath from "./runs/calls/call-path";
import * as calls from "./runs/calls/calls";
import * as sources from "./runs/calls/compare-source";
import * as callLists from "./runs/calls/list-calls";
import * as ending from "./runs/executions/end-executions";
import * as summaries from "./runs/executions/eval-summaries";
import { compareExecutions as compare } from "./runs/executions/execution-comparison";
import * as executions from "./runs/executions/executions";
import * as exporting from "./runs/executions/export";
import * as figures from "./runs/executions/figures";
import * as sdk from "./runs/executions/sdk";
import * as chat from "./runs/play/chat";
import * as evalConfigs from "./runs/run-tests/eval-configs";
import * as runTests from "./runs/run-tests/run-tests";
import * as forking from "./runs/start/fork-call";
import * as reruns from "./runs/start/rerun";
import * as starting from "./runs/start/start";
import * as checks from "./scenarios/checks";
import * as creating from "./scenarios/create";
import * as knownRows from "./scenarios/known-rows";
import * as progress from "./scenarios/progress";
import * as rows from "./scenarios/rows";
import * as scenarios from "./scenarios/scenarios";
import * as simulators from "./simulators/simulators";
import * as assistants from "./voice/assistant";
import * as recordings from "./voice/recording";

export const createAgentDefinition = endpoint(agentContracts.createAgentDefinition, agents.createAgentDefinition);
export const listAgentDefinitions = endpoint(agentContracts.listAgentDefinitions, agents.listAgentDefinitions);
export const deleteAgentDefinitions = endpoint(agentContracts.deleteAgentDefinitions, agents.deleteAgentDefinitions);
export const getAgentDefinition = endpoint(agentContracts.getAgentDefinition, agents.getAgentDefinition);
export const editAgentDefinition = endpoint(agentContracts.editAgentDefinition, agents.editAgentDefinition);
export const updateAgentDefinition = endpoint(agentContracts.updateAgentDefinition, agents.editAgentDefinition);
export const deleteAgentDefinition = endpoint(agentContracts.deleteAgentDefinition, agents.deleteAgentDefinition);
export const listAgentVersions = endpoint(agentVersionsContracts.listAgentVersions, versions.listAgentVersions);
export const createAgentVersion = endpoint(agentVersionsContracts.createAgentVersion, versions.createAgentVersion);
export const listVersionCalls = endpoint(agentVersionsContracts.listVersionCalls, callLists.listVersionCalls);
export const getVersionEvalSummary = endpoint(
  agentVersionsContracts.getVersionEvalSummary,
  summaries.getVersionEvalSummary,
);
export const compareAgentVersions = endpoint(
  agentVersionsContracts.compareAgentVersions,
  versions.compareAgentVersions,
);
export const getAgentVersion = endpoint(agentVersionsContracts.getAgentVersion, versions.getAgentVersion);
export const activateAgentVersion = endpoint(
  agentVersionsContracts.activateAgentVersion,
  versions.activateAgentVersion,
);
export const deleteAgentVersion = endpoint(agentVersionsContracts.deleteAgentVersion, versions.deleteAgentVersion);
export const restoreAgentVersion = endpoint(agentVersionsContracts.restoreAgentVersion, versions.restoreAgentVersion);
export const fetchAssistantFromProvider = endpoint(
  assistantContracts.fetchAssistantFromProvider,
  assistants.fetchAssistantFromProvider,
);
export const tryAgentVersion = endpoint(tryContracts.tryAgentVersion, trying.tryAgentVersion);

export const createScenario = endpoint(scenarioContracts.createScenario, creating.createScenario);
export const listScenarios = endpoint(scenarioContracts.listScenarios, scenarios.listScenarios);
export const getScenario = endpoint(scenarioContracts.getScenario, scenarios.getScenario);
export const editScenario = endpoint(scenarioContracts.editScenario, scenarios.editScenario);
export const updateScenario = endpoint(scenarioContracts.updateScenario, scenarios.editScenario);
export const updateScenarioPrompts = endpoint(scenarioContracts.updateScenarioPrompts, scenarios.updateScenarioPrompts);
export const patchScenarioPrompts = endpoint(scenarioContracts.patchScenarioPrompts, scenarios.updateScenarioPrompts);
export const deleteScenario = endpoint(scenarioContracts.deleteScenario, scenarios.deleteScenario);
export const getScenarioColumns = endpoint(scenarioRowsContracts.getScenarioColumns, scenarios.getScenarioColumns);
export const addScenarioRows = endpoint(scenarioRowsContracts.addScenarioRows, rows.addScenarioRows);
export const addScenarioColumns = endpoint(scenarioRowsContracts.addScenarioColumns, rows.addScenarioColumns);
export const getScenarioProgress = endpoint(scenarioRowsContracts.getScenarioProgress, progress.getScenarioProgress);
export const retryScenario = endpoint(scenarioRowsContracts.retryScenario, progress.retryScenario);

export const listPersonas = endpoint(personaContracts.listPersonas, personas.listPersonas);
export const listSystemPersonas = endpoint(personaContracts.listSystemPersonas, personas.listSystemPersonas);
export const listWorkspacePersonas = endpoint(personaContracts.listWorkspacePersonas, personas.listWorkspacePersonas);
export const getPersonaOptions = endpoint(personaContracts.getPersonaOptions, personas.getPersonaOptions);
export const createPersona = endpoint(personaContracts.createPersona, personas.createPersona);
export const getPersona = endpoint(personaContracts.getPersona, personas.getPersona);
export const replacePersona = endpoint(personaContracts.replacePersona, personas.replacePersona);
export const updatePersona = endpoint(personaContracts.updatePersona, personas.updatePersona);
export const deletePersona = endpoint(personaContracts.deletePersona, personas.deletePersona);
export const duplicatePersona = endpoint(personaContracts.duplicatePersona, personas.duplicatePersona);

export const listSimulatorAgents = endpoint(simulatorContracts.listSimulatorAgents, simulators.listSimulatorAgents);
export const createSimulatorAgent = endpoint(simulatorContracts.createSimulatorAgent, simulators.createSimulatorAgent);
export const getSimulatorAgent = endpoint(simulatorContracts.getSimulatorAgent, simulators.getSimulatorAgent);
export const editSimulatorAgent = endpoint(simulatorContracts.editSimulatorAgent, simulators.editSimulatorAgent);
export const updateSimulatorAgent = endpoint(simulatorContracts.updateSimulatorAgent, simulators.editSimulatorAgent);
export const deleteSimulatorAgent = endpoint(simulatorContracts.deleteSimulatorAgent, simulators.deleteSimulatorAgent);
export const checkScenario = endpoint(scenarioSourcesContracts.checkScenario, checks.checkScenario);
export const importScenarioTasks = endpoint(
  scenarioSourcesContracts.importScenarioTasks,
  knownRows.importScenarioTasks,
);
export const addScenarioRowFromSource = endpoint(
  scenarioSourcesContracts.addScenarioRowFromSource,
  knownRows.addScenarioRowFromSource,
);
export const addScenarioRowsFromTraces = endpoint(
  scenarioSourcesContracts.addScenarioRowsFromTraces,
  knownRows.addScenarioRowsFromTraces,
);

export const createRunTest = endpoint(runTestContracts.createRunTest, runTests.createRunTest);
export const listRunTests = endpoint(runTestContracts.listRunTests, runTests.listRunTests);
export const getRunTest = endpoint(runTestContracts.getRunTest, runTests.getRunTest);
export const updateRunTest = endpoint(runTestContracts.updateRunTest, runTests.updateRunTest);
export const updateRunTestComponents = endpoint(
  runTestContracts.updateRunTestComponents,
  runTests.updateRunTestComponents,
);
export const deleteRunTest = endpoint(runTestContracts.deleteRunTest, runTests.deleteRunTest);
export const getRunTestIdByName = endpoint(runTestContracts.getRunTestIdByName, runTests.getRunTestIdByName);
export const listRunTestScenarios = endpoint(runTestContracts.listRunTestScenarios, runTests.listRunTestScenarios);
export const addEvalConfigs = endpoint(evalConfigsContracts.addEvalConfigs, evalConfigs.addEvalConfigs);
export const deleteEvalConfig = endpoint(evalConfigsContracts.deleteEvalConfig, evalConfigs.deleteEvalConfig);
export const getEvalConfigStructure = endpoint(
  evalConfigsContracts.getEvalConfigStructure,
  evalConfigs.getEvalConfigStructure,
);
export const updateEvalConfig = endpoint(evalConfigsContracts.updateEvalConfig, evalConfigs.updateEvalConfig);
export const executeRunTest = endpoint(runExecutionsContracts.executeRunTest, starting.executeRunTest);
export const startChatExecution = endpoint(runExecutionsContracts.startChatExecution, starting.startChatExecution);
export const getRunTestStatus = endpoint(runExecutionsContracts.getRunTestStatus, executions.getRunTestStatus);
export const listRunTestExecutions = endpoint(
  runExecutionsContracts.listRunTestExecutions,
  executions.listRunTestExecutions,
);
export const listRunTestCalls = endpoint(runExecutionsContracts.listRunTestCalls, callLists.listRunTestCalls);
export const rerunTestExecutions = endpoint(rerunsContracts.rerunTestExecutions, reruns.rerunTestExecutions);
export const runNewEvals = endpoint(rerunsContracts.runNewEvals, reruns.runNewEvals);
export const deleteTestExecutions = endpoint(rerunsContracts.deleteTestExecutions, ending.deleteTestExecutions);
export const getEvalSummary = endpoint(rerunsContracts.getEvalSummary, summaries.getEvalSummary);
export const compareEvalSummaries = endpoint(rerunsContracts.compareEvalSummaries, summaries.compareEvalSummaries);
export const listSdkRuns = endpoint(sdkContracts.listSdkRuns, sdk.listSdkRuns);
export const getSdkMetrics = endpoint(sdkContracts.getSdkMetrics, sdk.getSdkMetrics);
export const getSdkAnalytics = endpoint(sdkContracts.getSdkAnalytics, sdk.getSdkAnalytics);
export const getTestExecution = endpoint(executionContracts.getTestExecution, executions.getTestExecution);
export const exportTestExecution = endpoint(executionContracts.exportTestExecution, exporting.exportTestExecution);
export const getExecutionTranscripts = endpoint(
  executionContracts.getExecutionTranscripts,
  executions.getExecutionTranscripts,
);
export const cancelTestExecution = endpoint(executionContracts.cancelTestExecution, ending.cancelTestExecution);
export const rerunCalls = endpoint(executionContracts.rerunCalls, reruns.rerunCalls);
export const getExecutionKpis = endpoint(executionFiguresContracts.getExecutionKpis, figures.getExecutionKpis);
export const getPerformanceSummary = endpoint(
  executionFiguresContracts.getPerformanceSummary,
  figures.getPerformanceSummary,
);
export const getExecutionVerdict = endpoint(executionFiguresContracts.getExecutionVerdict, figures.getExecutionVerdict);
export const compareExecutions = endpoint(executionComparisonContracts.compareExecutions, compare);
export const createCallBatch = endpoint(executionContracts.createCallBatch, starting.createCallBatch);
export const getCallExecution = endpoint(callContracts.getCallExecution, calls.getCallExecution);
export const updateCallExecution = endpoint(callContracts.updateCallExecution, calls.updateCallExecution);
export const deleteCallExecution = endpoint(callContracts.deleteCallExecution, calls.deleteCallExecution);
export const getCallRecording = endpoint(callContracts.getCallRecording, recordings.getCallRecording);
export const getCallTranscripts = endpoint(callContracts.getCallTranscripts, calls.getCallTranscripts);
export const getCallLocalizations = endpoint(callContracts.getCallLocalizations, calls.getCallLocalizations);
export const listCallLogs = endpoint(analysisContracts.listCallLogs, callEvents.listCallLogs);
export const analyzeCallBranch = endpoint(analysisContracts.analyzeCallBranch, callPath.analyzeCallBranch);
export const compareCallSession = endpoint(analysisContracts.compareCallSession, sources.compareCallSession);
export const forkCall = endpoint(callContracts.forkCall, forking.forkCall);
export const sendChatMessage = endpoint(chatContracts.sendChatMessage, chat.sendChatMessage);
export const deleteRunTestByName = endpoint(runTestContracts.deleteRunTestByName, runTests.deleteRunTestByName);
