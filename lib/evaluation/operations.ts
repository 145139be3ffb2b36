import * as consensusContracts from "@/lib/contracts/annotation/consensus";
import * as applyContracts from "@/lib/contracts/evaluation/apply-group";
import * as backfillContracts from "@/lib/contracts/evaluation/backfills";
import * as itemContracts from "@/lib/contracts/evaluation/calibration-items";
import * as calibrationContracts from "@/lib/contracts/evaluation/calibrations";
import * as caseContracts from "@/lib/contracts/evaluation/cases";
import * as comparisonContracts from "@/lib/contracts/evaluation/comparison";
import * as datasetEvalContracts from "@/lib/contracts/evaluation/dataset-evals";
import * as evalsListContracts from "@/lib/contracts/evaluation/evals-list";
import * as feedbackContracts from "@/lib/contracts/evaluation/feedback";
import * as groupContracts from "@/lib/contracts/evaluation/groups";
import * as tableContracts from "@/lib/contracts/evaluation/log-table";
import * as logContracts from "@/lib/contracts/evaluation/logs";
import * as playgroundContracts from "@/lib/contracts/evaluation/playground";
import * as predictionContracts from "@/lib/contracts/evaluation/predictions";
import * as summaryContracts from "@/lib/contracts/evaluation/run-summary";
import * as runContracts from "@/lib/contracts/evaluation/runs";
import * as sdkContracts from "@/lib/contracts/evaluation/sdk/evaluations";
import * as pipelineContracts from "@/lib/contracts/evaluation/sdk/pipelines";
import * as protectContracts from "@/lib/contracts/evaluation/sdk/protect";
import * as scoreContracts from "@/lib/contracts/evaluation/span-scores";
import * as taskContracts from "@/lib/contracts/evaluation/tasks";
import * as detailContracts from "@/lib/contracts/evaluation/template-detail";
import * as listContracts from "@/lib/contracts/evaluation/template-list";
import * as versionContracts from "@/lib/contracts/evaluation/template-versions";
import * as templateContracts from "@/lib/contracts/evaluation/templates";
import * as compositeContracts from "@/lib/contracts/evaluation/templates/composites";
import * as usageContracts from "@/lib/contracts/evaluation/templates/usage";
import { endpoint } from "@/lib/http/endpoint";
import * as calibrationItems from "./calibration/calibration-items";
import * as calibrations from "./calibration/calibrations";
import * as gate from "./calibration/gate";
import * as judgeItems from "./calibration/judge-items";
import * as cases from "./cases/cases";
import * as compare from "./comparison/compare";
import * as compareRows from "./comparison/compare-rows";
import * as summary from "./comparison/summary";
import * as consensus from "./consensus/consensus";
import * as feedback from "./feedback/feedback";
import * as applying from "./groups/apply";
import * as evalsList from "./groups/evals-list";
import * as groupDetail from "./groups/group-detail";
import * as groups from "./groups/groups";
import * as metrics from "./logs/eval-metrics";
import * as table from "./logs/log-table";
import * as logs from "./logs/logs";
import * as pipelines from "./pipelines/evaluate-pipeline";
import * as pipelineResults from "./pipelines/pipeline-results";
import * as playground from "./playground/playground";
import * as protection from "./playground/protect";
import * as runComposite from "./playground/run-composite";
import * as sdk from "./playground/sdk";
import * as cancelRun from "./runs/cancel-run";
import * as datasetEvalStats from "./runs/dataset/eval-stats";
import * as datasetEvals from "./runs/dataset/evals";
import * as predictions from "./runs/dataset/predictions";
import * as listRuns from "./runs/read/list-runs";
import * as retryRun from "./runs/start/retry-run";
import * as runs from "./runs/start/start-run";
import * as backfills from "./tasks/backfills";
import * as taskFigures from "./tasks/figures";
import * as taskPreview from "./tasks/preview";
import * as spanScores from "./tasks/span-scores";
import * as tasks from "./tasks/tasks";
import * as composites from "./templates/composites";
import * as templateList from "./templates/list-templates";
import * as recentRuns from "./templates/recent-runs";
import * as templates from "./templates/templates";
import * as usage from "./templates/usage";
import * as versions from "./templates/versions";

export const runInPlayground = endpoint(playgroundContracts.runInPlayground, playground.runInPlayground);
export const giveEvalFeedback = endpoint(feedbackContracts.giveEvalFeedback, feedback.giveEvalFeedback);
export const listTemplateFeedback = endpoint(feedbackContracts.listTemplateFeedback, feedback.listTemplateFeedback);

export const listEvalCases = endpoint(caseContracts.listEvalCases, cases.listEvalCases);
export const keepEvalCase = endpoint(caseContracts.keepEvalCase, cases.keepEvalCase);
export const deleteEvalCase = endpoint(caseContracts.deleteEvalCase, cases.deleteEvalCase);
export const runEvalCases = endpoint(caseContracts.runEvalCases, cases.runEvalCases);

export const listEvalLogs = endpoint(logContracts.listEvalLogs, logs.listEvalLogs);
export const getEvalLog = endpoint(logContracts.getEvalLog, logs.getEvalLog);
export const deleteEvalLogs = endpoint(logContracts.deleteEvalLogs, logs.deleteEvalLogs);
export const getEvalLogDetails = endpoint(tableContracts.getEvalLogDetails, table.getEvalLogDetails);
export const queryEvalLogDetails = endpoint(tableContracts.queryEvalLogDetails, table.queryEvalLogDetails);
export const getEvalMetrics = endpoint(logContracts.getEvalMetrics, metrics.getEvalMetrics);

export const listEvalGroups = endpoint(groupContracts.listEvalGroups, groups.listEvalGroups);
export const createEvalGroup = endpoint(groupContracts.createEvalGroup, groups.createEvalGroup);
export const getEvalGroup = endpoint(groupContracts.getEvalGroup, groupDetail.getEvalGroup);
export const replaceEvalGroup = endpoint(groupContracts.replaceEvalGroup, groups.replaceEvalGroup);
export const updateEvalGroup = endpoint(groupContracts.updateEvalGroup, groups.updateEvalGroup);
export const deleteEvalGroup = endpoint(groupContracts.deleteEvalGroup, groups.deleteEvalGroup);
export const editEvalGroupMembers = endpoint(groupContracts.editEvalGroupMembers, groups.editEvalGroupMembers);
export const applyEvalGroup = endpoint(applyContracts.applyEvalGroup, applying.applyEvalGroup);
export const listEvals = endpoint(evalsListContracts.listEvals, evalsList.listEvals);
export const listDatasetEvals = endpoint(evalsListContracts.listDatasetEvals, evalsList.listDatasetEvals);

export const listEvalTemplates = endpoint(listContracts.listEvalTemplates, templateList.listEvalTemplates);
export const createEvalTemplate = endpoint(templateContracts.createEvalTemplate, templates.createEvalTemplate);
export const getEvalTemplate = endpoint(detailContracts.getEvalTemplate, templates.getEvalTemplate);
export const getEvalTemplateUsage = endpoint(usageContracts.getEvalTemplateUsage, usage.getEvalTemplateUsage);
export const updateEvalTemplate = endpoint(templateContracts.updateEvalTemplate, templates.updateEvalTemplate);
export const deleteEvalTemplates = endpoint(templateContracts.deleteEvalTemplates, templates.deleteEvalTemplates);
export const deleteEvalTemplate = endpoint(templateContracts.deleteEvalTemplate, templates.deleteEvalTemplate);
export const duplicateEvalTemplate = endpoint(templateContracts.duplicateEvalTemplate, templates.duplicateEvalTemplate);
export const listEvalTemplateNames = endpoint(listContracts.listEvalTemplateNames, templateList.listEvalTemplateNames);
export const listEvalTemplateCharts = endpoint(listContracts.listEvalTemplateCharts, recentRuns.listEvalTemplateCharts);
export const listEvalTemplateVersions = endpoint(
  versionContracts.listEvalTemplateVersions,
  versions.listEvalTemplateVersions,
);
export const createEvalTemplateVersion = endpoint(
  versionContracts.createEvalTemplateVersion,
  versions.createEvalTemplateVersion,
);
export const setDefaultEvalTemplateVersion = endpoint(
  versionContracts.setDefaultEvalTemplateVersion,
  versions.setDefaultEvalTemplateVersion,
);
export const restoreEvalTemplateVersion = endpoint(
  versionContracts.restoreEvalTemplateVersion,
  versions.restoreEvalTemplateVersion,
);

export const createCompositeTemplate = endpoint(
  compositeContracts.createCompositeTemplate,
  composites.createCompositeTemplate,
);
export const getCompositeTemplate = endpoint(compositeContracts.getCompositeTemplate, composites.getCompositeTemplate);
export const updateCompositeTemplate = endpoint(
  compositeContracts.updateCompositeTemplate,
  composites.updateCompositeTemplate,
);
export const runCompositeTemplate = endpoint(
  compositeContracts.runCompositeTemplate,
  runComposite.runCompositeTemplate,
);

export const listSdkEvals = endpoint(sdkContracts.listSdkEvals, sdk.listSdkEvals);
export const getSdkTemplate = endpoint(sdkContracts.getSdkTemplate, sdk.getSdkTemplate);
export const runSdkEval = endpoint(sdkContracts.runSdkEval, sdk.runSdkEval);
export const getSdkEval = endpoint(sdkContracts.getSdkEval, sdk.getSdkEval);
export const protectText = endpoint(protectContracts.protectText, protection.protectText);
export const evaluatePipeline = endpoint(pipelineContracts.evaluatePipeline, pipelines.evaluatePipeline);
export const getPipelineResults = endpoint(pipelineContracts.getPipelineResults, pipelineResults.getPipelineResults);

export const listEvalTasks = endpoint(taskContracts.listEvalTasks, tasks.listEvalTasks);
export const createEvalTask = endpoint(taskContracts.createEvalTask, tasks.createEvalTask);
export const previewEvalTask = endpoint(taskContracts.previewEvalTask, taskPreview.previewEvalTask);
export const getEvalTask = endpoint(taskContracts.getEvalTask, tasks.getEvalTask);
export const updateEvalTask = endpoint(taskContracts.updateEvalTask, tasks.updateEvalTask);
export const deleteEvalTask = endpoint(taskContracts.deleteEvalTask, tasks.deleteEvalTask);
export const retryEvalTask = endpoint(backfillContracts.retryEvalTask, tasks.retryEvalTask);
export const getEvalTaskFigures = endpoint(scoreContracts.getEvalTaskFigures, taskFigures.getEvalTaskFigures);
export const listSpanScores = endpoint(scoreContracts.listSpanScores, spanScores.listSpanScores);
export const startBackfill = endpoint(backfillContracts.startBackfill, backfills.startBackfill);
export const cancelBackfill = endpoint(backfillContracts.cancelBackfill, backfills.cancelBackfill);
export const listTraceScores = endpoint(scoreContracts.listTraceScores, spanScores.listTraceScores);

export const getEvalRunSummary = endpoint(summaryContracts.getEvalRunSummary, summary.getEvalRunSummary);
export const compareEvalRuns = endpoint(comparisonContracts.compareEvalRuns, compare.compareEvalRuns);
export const compareEvalRunRows = endpoint(comparisonContracts.compareEvalRunRows, compareRows.compareEvalRunRows);

export const createCalibration = endpoint(calibrationContracts.createCalibration, calibrations.createCalibration);
export const listCalibrations = endpoint(calibrationContracts.listCalibrations, calibrations.listCalibrations);
export const getCalibration = endpoint(calibrationContracts.getCalibration, calibrations.getCalibration);
export const deleteCalibration = endpoint(calibrationContracts.deleteCalibration, calibrations.deleteCalibration);
export const listCalibrationItems = endpoint(itemContracts.listCalibrationItems, calibrationItems.listCalibrationItems);
export const judgeCalibrationItems = endpoint(itemContracts.judgeCalibrationItems, judgeItems.judgeCalibrationItems);
export const queueDisagreements = endpoint(itemContracts.queueDisagreements, calibrationItems.queueDisagreements);
export const checkEvalGate = endpoint(calibrationContracts.checkEvalGate, gate.checkEvalGate);

export const getQueueConsensus = endpoint(consensusContracts.getQueueConsensus, consensus.getQueueConsensus);
export const prioritizeItems = endpoint(consensusContracts.prioritizeItems, consensus.prioritizeItems);
export const addUserEval = endpoint(datasetEvalContracts.addUserEval, datasetEvals.addUserEval);
export const startEvalsProcess = endpoint(datasetEvalContracts.startEvalsProcess, datasetEvals.startEvalsProcess);
export const editAndRunUserEval = endpoint(datasetEvalContracts.editAndRunUserEval, datasetEvals.editAndRunUserEval);
export const deleteUserEval = endpoint(datasetEvalContracts.deleteUserEval, datasetEvals.deleteUserEval);
export const stopUserEval = endpoint(datasetEvalContracts.stopUserEval, datasetEvals.stopUserEval);
export const getEvalStats = endpoint(datasetEvalContracts.getEvalStats, datasetEvalStats.getEvalStats);

export const addPredictionColumn = endpoint(predictionContracts.addPredictionColumn, predictions.addPredictionColumn);
export const editPredictionColumn = endpoint(
  predictionContracts.editPredictionColumn,
  predictions.editPredictionColumn,
);

export const estimateEvalRun = endpoint(runContracts.estimateEvalRun, runs.estimateEvalRun);
export const startEvalRun = endpoint(runContracts.startEvalRun, runs.startEvalRun);
export const listEvalRuns = endpoint(runContracts.listEvalRuns, listRuns.listEvalRuns);
export const getEvalRun = endpoint(runContracts.getEvalRun, listRuns.getEvalRun);
export const listEvalRunCells = endpoint(runContracts.listEvalRunCells, listRuns.listEvalRunCells);
export const cancelEvalRun = endpoint(runContracts.cancelEvalRun, cancelRun.cancelEvalRun);
export const retryEvalRun = endpoint(runContracts.retryEvalRun, retryRun.retryEvalRun);
export const gradeEvalRunAgain = endpoint(runContracts.gradeEvalRunAgain, retryRun.gradeEvalRunAgain);
