import * as adjudications from "./adjudications";
import * as annotating from "./annotating";
import * as consensus from "./consensus";
import * as datasetExport from "./dataset-export";
import * as discussions from "./discussions";
import * as drafts from "./drafts";
import * as exports from "./exports";
import * as feedback from "./feedback";
import * as gold from "./gold";
import * as itemDetail from "./item-detail";
import * as items from "./items";
import * as itemViews from "./items/views";
import * as labels from "./labels";
import * as media from "./media";
import * as defaultQueues from "./queues/default-queues";
import * as queueLabels from "./queues/labels";
import * as queueLifecycle from "./queues/lifecycle";
import * as queueProgress from "./queues/progress";
import * as queues from "./queues/queues";
import * as queueSetUp from "./queues/set-up";
import * as queueWorkload from "./queues/workload";
import * as reports from "./reports";
import * as pairs from "./reports/pairs";
import * as preferences from "./reports/preferences";
import * as reviews from "./reviews";
import * as scores from "./scores";
import * as singleItem from "./single-item";
import * as suggestions from "./suggestions";

/** In documentation order. */
export const annotationModules = [
  labels,
  scores,
  queues,
  queueLifecycle,
  queueLabels,
  queueProgress,
  queueSetUp,
  queueWorkload,
  preferences,
  suggestions,
  media,
  reports,
  pairs,
  consensus,
  defaultQueues,
  items,
  itemViews,
  singleItem,
  gold,
  annotating,
  itemDetail,
  drafts,
  reviews,
  discussions,
  adjudications,
  feedback,
  exports,
  datasetExport,
];
