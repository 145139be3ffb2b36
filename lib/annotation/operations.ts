// Every annotation operation: its contract joined to its verb. Route files and the stand-alone server serve these.

import * as adjudicationContracts from "@/lib/contracts/annotation/adjudications";
import * as annotatingContracts from "@/lib/contracts/annotation/annotating";
import * as bulkContracts from "@/lib/contracts/annotation/bulk-annotation";
import * as datasetExportContracts from "@/lib/contracts/annotation/dataset-export";
import * as discussionContracts from "@/lib/contracts/annotation/discussions";
import * as draftContracts from "@/lib/contracts/annotation/drafts";
import * as exportContracts from "@/lib/contracts/annotation/exports";
import * as feedbackContracts from "@/lib/contracts/annotation/feedback";
import * as goldContracts from "@/lib/contracts/annotation/gold";
import * as detailContracts from "@/lib/contracts/annotation/item-detail";
import * as itemContracts from "@/lib/contracts/annotation/items";
import * as itemViewContracts from "@/lib/contracts/annotation/items/views";
import * as labelContracts from "@/lib/contracts/annotation/labels";
import * as mediaContracts from "@/lib/contracts/annotation/media";
import * as defaultQueueContracts from "@/lib/contracts/annotation/queues/default-queues";
import * as queueLabelContracts from "@/lib/contracts/annotation/queues/labels";
import * as lifecycleContracts from "@/lib/contracts/annotation/queues/lifecycle";
import * as progressContracts from "@/lib/contracts/annotation/queues/progress";
import * as queueContracts from "@/lib/contracts/annotation/queues/queues";
import * as setUpContracts from "@/lib/contracts/annotation/queues/set-up";
import * as workloadContracts from "@/lib/contracts/annotation/queues/workload";
import * as reportContracts from "@/lib/contracts/annotation/reports";
import * as pairContracts from "@/lib/contracts/annotation/reports/pairs";
import * as preferenceContracts from "@/lib/contracts/annotation/reports/preferences";
import * as reviewContracts from "@/lib/contracts/annotation/reviews";
import * as scoreContracts from "@/lib/contracts/annotation/scores";
import * as singleItemContracts from "@/lib/contracts/annotation/single-item";
import * as suggestionContracts from "@/lib/contracts/annotation/suggestions";
import { endpoint, queueEndpoint } from "@/lib/http/endpoint";
import * as gold from "./checks/gold";
import * as itemViews from "./contents/item-views";
import * as items from "./contents/items";
import * as settingUp from "./contents/set-up-queue";
import * as singleItem from "./contents/single-item";
import * as discussions from "./discussion/discussions";
import * as exports from "./export/background";
import * as queueExport from "./export/download";
import * as datasetExport from "./export/export-to-dataset";
import * as feedbackKeys from "./feedback/feedback-keys";
import * as feedback from "./feedback/send-feedback";
import * as labels from "./labels/labels";
import * as labelList from "./labels/list-labels";
import * as media from "./media/item-media";
import * as preferences from "./preferences/queue-preferences";
import * as assignment from "./queues/assignment";
import * as defaultQueues from "./queues/default-queues";
import * as duplication from "./queues/duplicate-queue";
import * as hardDelete from "./queues/hard-delete";
import * as queueList from "./queues/list-queues";
import * as queueLabels from "./queues/queue-labels";
import * as queues from "./queues/queues";
import * as sourceQueues from "./queues/source-queues";
import * as agreementReport from "./reports/agreement-report";
import * as analytics from "./reports/analytics";
import * as overTime from "./reports/over-time";
import * as pairReports from "./reports/pair-reports";
import * as progress from "./reports/progress";
import * as workload from "./reports/workload";
import * as adjudication from "./review/adjudication";
import * as reviews from "./review/reviews";
import * as undoingReviews from "./review/undo-review";
import * as bulk from "./scores/bulk-annotation";
import * as annotationImport from "./scores/import";
import * as scoreSources from "./scores/score-sources";
import * as scores from "./scores/scores";
import * as filledSuggestions from "./suggestions/fill";
import * as suggestionReport from "./suggestions/report";
import * as suggestions from "./suggestions/save";
import * as claimsAhead from "./work/claim-ahead";
import * as claims from "./work/claims";
import * as completions from "./work/completions";
import * as detail from "./work/detail";
import * as drafts from "./work/drafts";
import * as skip from "./work/skip";
import * as submissions from "./work/submissions";
import * as undo from "./work/undo";

export const listLabels = endpoint(labelContracts.listLabels, labelList.listLabels);
export const createLabel = endpoint(labelContracts.createLabel, labels.createLabel);
export const getLabel = endpoint(labelContracts.getLabel, labels.getLabel);
export const replaceLabel = endpoint(labelContracts.replaceLabel, labels.replaceLabel);
export const updateLabel = endpoint(labelContracts.updateLabel, labels.updateLabel);
export const deleteLabel = endpoint(labelContracts.deleteLabel, labels.deleteLabel);
export const restoreLabel = endpoint(labelContracts.restoreLabel, labels.restoreLabel);

export const listQueues = endpoint(queueContracts.listQueues, queueList.listQueues);
export const createQueue = endpoint(queueContracts.createQueue, queues.createQueue);
export const getQueue = endpoint(queueContracts.getQueue, queues.getQueue);
export const replaceQueue = endpoint(queueContracts.replaceQueue, queues.replaceQueue);
export const updateQueue = endpoint(queueContracts.updateQueue, queues.updateQueue);
export const deleteQueue = endpoint(lifecycleContracts.deleteQueue, queues.deleteQueue);
export const hardDeleteQueue = endpoint(lifecycleContracts.hardDeleteQueue, hardDelete.hardDeleteQueue);
export const getQueueLosses = endpoint(lifecycleContracts.getQueueLosses, hardDelete.getQueueLosses);
export const setUpQueue = endpoint(setUpContracts.setUpQueue, settingUp.setUpQueue);
export const previewSource = endpoint(setUpContracts.previewSource, settingUp.previewSource);
export const duplicateQueue = endpoint(setUpContracts.duplicateQueue, duplication.duplicateQueue);
export const restoreQueue = endpoint(lifecycleContracts.restoreQueue, queues.restoreQueue);
export const updateQueueStatus = endpoint(lifecycleContracts.updateQueueStatus, queues.updateQueueStatus);
export const addQueueLabel = endpoint(queueLabelContracts.addQueueLabel, queueLabels.addQueueLabel);
export const removeQueueLabel = endpoint(queueLabelContracts.removeQueueLabel, queueLabels.removeQueueLabel);
export const getQueueProgress = endpoint(progressContracts.getQueueProgress, progress.getQueueProgress);
export const getQueueWorkload = endpoint(workloadContracts.getQueueWorkload, workload.getQueueWorkload);
export const exportQueue = endpoint(queueContracts.exportQueue, queueExport.exportQueue);

export const getQueueAnalytics = endpoint(reportContracts.getQueueAnalytics, analytics.getQueueAnalytics);
export const getQueueAgreement = endpoint(reportContracts.getQueueAgreement, agreementReport.getQueueAgreement);
export const listPairAgreements = endpoint(pairContracts.listPairAgreements, pairReports.listPairAgreements);
export const getPairConfusion = endpoint(pairContracts.getPairConfusion, pairReports.getPairConfusion);
export const getAnnotatorAgreement = endpoint(pairContracts.getAnnotatorAgreement, overTime.getAnnotatorAgreement);
export const getQueuePreferences = endpoint(preferenceContracts.getQueuePreferences, preferences.getQueuePreferences);

export const getQueueSuggestions = endpoint(
  suggestionContracts.getQueueSuggestions,
  suggestionReport.getQueueSuggestions,
);
export const saveSuggestions = endpoint(suggestionContracts.saveSuggestions, suggestions.saveSuggestions);
export const fillSuggestions = endpoint(suggestionContracts.fillSuggestions, filledSuggestions.fillSuggestions);
export const deleteSuggestions = endpoint(suggestionContracts.deleteSuggestions, suggestions.deleteSuggestions);

export const getItemMedia = endpoint(mediaContracts.getItemMedia, media.getItemMedia);
export const getMediaHosts = endpoint(mediaContracts.getMediaHosts, media.getMediaHosts);
export const setMediaHosts = endpoint(mediaContracts.setMediaHosts, media.setMediaHosts);

export const listExportFields = endpoint(datasetExportContracts.listExportFields, datasetExport.listExportFields);
export const exportToDataset = endpoint(datasetExportContracts.exportToDataset, datasetExport.exportToDataset);

export const startQueueExport = endpoint(exportContracts.startQueueExport, exports.startQueueExport);
export const listQueueExports = endpoint(exportContracts.listQueueExports, exports.listQueueExports);
export const getQueueExport = endpoint(exportContracts.getQueueExport, exports.getQueueExport);
export const downloadQueueExport = endpoint(exportContracts.downloadQueueExport, exports.downloadQueueExport);

export const getOrCreateDefaultQueue = endpoint(
  defaultQueueContracts.getOrCreateDefaultQueue,
  defaultQueues.getOrCreateDefaultQueue,
);
export const queuesForSource = endpoint(defaultQueueContracts.queuesForSource, sourceQueues.queuesForSource);

export const listScores = endpoint(scoreContracts.listScores, scores.listScores);
export const sendFeedback = endpoint(feedbackContracts.sendFeedback, feedback.sendFeedback);
export const listFeedbackKeys = endpoint(feedbackContracts.listFeedbackKeys, feedbackKeys.listFeedbackKeys);
export const createFeedbackKey = endpoint(feedbackContracts.createFeedbackKey, feedbackKeys.createFeedbackKey);
export const revokeFeedbackKey = endpoint(feedbackContracts.revokeFeedbackKey, feedbackKeys.revokeFeedbackKey);
export const createScore = endpoint(scoreContracts.createScore, scoreSources.createScore);
export const createScores = endpoint(scoreContracts.createScores, scoreSources.createScores);
export const scoresForSource = endpoint(scoreContracts.scoresForSource, scores.scoresForSource);
export const getScore = endpoint(scoreContracts.getScore, scores.getScore);
export const replaceScore = endpoint(scoreContracts.replaceScore, scores.replaceScore);
export const updateScore = endpoint(scoreContracts.updateScore, scores.updateScore);
export const deleteScore = endpoint(scoreContracts.deleteScore, scores.deleteScore);

export const createItem = endpoint(singleItemContracts.createItem, singleItem.createItem);
export const getItem = endpoint(singleItemContracts.getItem, singleItem.getItem);
export const updateItem = endpoint(singleItemContracts.updateItem, singleItem.updateItem);
export const deleteItem = endpoint(singleItemContracts.deleteItem, singleItem.deleteItem);
export const getGold = endpoint(goldContracts.getGold, gold.getGold);
export const setGold = endpoint(goldContracts.setGold, gold.setGold);
export const importAnnotations = endpoint(singleItemContracts.importAnnotations, annotationImport.importAnnotations);

export const listItems = endpoint(itemContracts.listItems, items.listItems);
export const addItems = endpoint(itemContracts.addItems, items.addItems);
export const assignItems = endpoint(itemContracts.assignItems, assignment.assignItems);
export const bulkRemoveItems = endpoint(itemContracts.bulkRemoveItems, items.bulkRemoveItems);
export const setItemPriority = endpoint(itemContracts.setItemPriority, items.setItemPriority);
export const listItemViews = endpoint(itemViewContracts.listItemViews, itemViews.listItemViews);
export const saveItemView = endpoint(itemViewContracts.saveItemView, itemViews.saveItemView);
export const deleteItemView = endpoint(itemViewContracts.deleteItemView, itemViews.deleteItemView);
export const nextItem = queueEndpoint(annotatingContracts.nextItem, claims.nextItem);
export const annotateDetail = queueEndpoint(detailContracts.annotateDetail, detail.annotateDetail);
export const claimAhead = queueEndpoint(detailContracts.claimAhead, claimsAhead.claimAhead);
export const releaseItems = queueEndpoint(detailContracts.releaseItems, claimsAhead.releaseItems);
export const listAnnotations = endpoint(detailContracts.listAnnotations, detail.listAnnotations);
export const submitAnnotations = queueEndpoint(annotatingContracts.submitAnnotations, submissions.submitAnnotations);
export const completeItem = queueEndpoint(annotatingContracts.completeItem, completions.completeItem);
export const skipItem = queueEndpoint(annotatingContracts.skipItem, skip.skipItem);
export const releaseItem = queueEndpoint(annotatingContracts.releaseItem, claims.releaseItem);
export const undoItem = queueEndpoint(annotatingContracts.undoItem, undo.undoItem);
export const getDraft = endpoint(draftContracts.getDraft, drafts.getDraft);
export const saveDraft = queueEndpoint(draftContracts.saveDraft, drafts.saveDraft);
export const discardDraft = queueEndpoint(draftContracts.discardDraft, drafts.discardDraft);

export const reviewItem = endpoint(reviewContracts.reviewItem, reviews.reviewItem);
export const undoReview = endpoint(reviewContracts.undoReview, undoingReviews.undoReview);
export const bulkReviewItems = endpoint(reviewContracts.bulkReviewItems, reviews.bulkReviewItems);
export const getDiscussion = endpoint(discussionContracts.getDiscussion, discussions.getDiscussion);
export const addComment = endpoint(discussionContracts.addComment, discussions.addComment);
export const resolveThread = endpoint(discussionContracts.resolveThread, discussions.resolveThread);
export const reopenThread = endpoint(discussionContracts.reopenThread, discussions.reopenThread);
export const adjudicateItem = endpoint(adjudicationContracts.adjudicateItem, adjudication.adjudicateItem);
export const withdrawAdjudication = endpoint(
  adjudicationContracts.withdrawAdjudication,
  adjudication.withdrawAdjudication,
);

export const bulkAnnotate = endpoint(bulkContracts.bulkAnnotate, bulk.bulkAnnotate);
export const getAnnotationLabels = endpoint(bulkContracts.getAnnotationLabels, bulk.getAnnotationLabels);
