import * as agentContracts from "@/lib/contracts/simulation/agents";
import * as assistantContracts from "@/lib/contracts/simulation/assistants";
import * as analysisContracts from "@/lib/contracts/simulation/call-analyses";
import * as callContracts from "@/lib/contracts/simulation/calls";
import * as executionContracts from "@/lib/contracts/simulation/executions";
import * as personaContracts from "@/lib/contracts/simulation/personas";
import * as runTestContracts from "@/lib/contracts/simulation/run-tests";
import * as scenarioContracts from "@/lib/contracts/simulation/scenarios";
import * as sdkContracts from "@/lib/contracts/simulation/sdk";
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
import * as givenRows from "./scenarios/given-rows";
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
export const deleteAgentDefinition = endpoint(agentContracts.deleteAgentDefinition, agents.deleteAgentDefinition);
export const listAgentVersions = endpoint(agentContracts.listAgentVersions, versions.listAgentVersions);
export const createAgentVersion = endpoint(agentContracts.createAgentVersion, versions.createAgentVersion);
export const listVersionCalls = endpoint(agentContracts.listVersionCalls, callLists.listVersionCalls);
export const getVersionEvalSummary = endpoint(agentContracts.getVersionEvalSummary, summaries.getVersionEvalSummary);
export const compareAgentVersions = endpoint(agentContracts.compareAgentVersions, versions.compareAgentVersions);
export const getAgentVersion = endpoint(agentContracts.getAgentVersion, versions.getAgentVersion);
export const activateAgentVersion = endpoint(agentContracts.activateAgentVersion, versions.activateAgentVersion);
export const deleteAgentVersion = endpoint(agentContracts.deleteAgentVersion, versions.deleteAgentVersion);
export const restoreAgentVersion = endpoint(agentContracts.restoreAgentVersion, versions.restoreAgentVersion);
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
export const deleteScenario = endpoint(scenarioContracts.deleteScenario, scenarios.deleteScenario);
export const getScenarioColumns = endpoint(scenarioContracts.getScenarioColumns, scenarios.getScenarioColumns);
export const addScenarioRows = endpoint(scenarioContracts.addScenarioRows, rows.addScenarioRows);
export const addScenarioColumns = endpoint(scenarioContracts.addScenarioColumns, rows.addScenarioColumns);
export const getScenarioProgress = endpoint(scenarioContracts.getScenarioProgress, progress.getScenarioProgress);
export const retryScenario = endpoint(scenarioContracts.retryScenario, progress.retryScenario);

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
export const deleteSimulatorAgent = endpoint(simulatorContracts.deleteSimulatorAgent, simulators.deleteSimulatorAgent);
export const checkScenario = endpoint(scenarioContracts.checkScenario, checks.checkScenario);
export const importScenarioTasks = endpoint(scenarioContracts.importScenarioTasks, givenRows.importScenarioTasks);
export const addScenarioRowFromSource = endpoint(
  scenarioContracts.addScenarioRowFromSource,
  givenRows.addScenarioRowFromSource,
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
export const addEvalConfigs = endpoint(runTestContracts.addEvalConfigs, evalConfigs.addEvalConfigs);
export const deleteEvalConfig = endpoint(runTestContracts.deleteEvalConfig, evalConfigs.deleteEvalConfig);
export const getEvalConfigStructure = endpoint(
  runTestContracts.getEvalConfigStructure,
  evalConfigs.getEvalConfigStructure,
);
export const updateEvalConfig = endpoint(runTestContracts.updateEvalConfig, evalConfigs.updateEvalConfig);
export const executeRunTest = endpoint(runTestContracts.executeRunTest, starting.executeRunTest);
export const startChatExecution = endpoint(runTestContracts.startChatExecution, starting.startChatExecution);
export const getRunTestStatus = endpoint(runTestContracts.getRunTestStatus, executions.getRunTestStatus);
export const listRunTestExecutions = endpoint(runTestContracts.listRunTestExecutions, executions.listRunTestExecutions);
export const listRunTestCalls = endpoint(runTestContracts.listRunTestCalls, callLists.listRunTestCalls);
export const rerunTestExecutions = endpoint(runTestContracts.rerunTestExecutions, reruns.rerunTestExecutions);
export const runNewEvals = endpoint(runTestContracts.runNewEvals, reruns.runNewEvals);
export const deleteTestExecutions = endpoint(runTestContracts.deleteTestExecutions, ending.deleteTestExecutions);
export const getEvalSummary = endpoint(runTestContracts.getEvalSummary, summaries.getEvalSummary);
export const compareEvalSummaries = endpoint(runTestContracts.compareEvalSummaries, summaries.compareEvalSummaries);
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
export const getExecutionKpis = endpoint(executionContracts.getExecutionKpis, figures.getExecutionKpis);
export const getPerformanceSummary = endpoint(executionContracts.getPerformanceSummary, figures.getPerformanceSummary);
export const getExecutionVerdict = endpoint(executionContracts.getExecutionVerdict, figures.getExecutionVerdict);
export const compareExecutions = endpoint(executionContracts.compareExecutions, compare);
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
export const sendChatMessage = endpoint(callContracts.sendChatMessage, chat.sendChatMessage);
export const deleteRunTestByName = endpoint(runTestContracts.deleteRunTestByName, runTests.deleteRunTestByName);
