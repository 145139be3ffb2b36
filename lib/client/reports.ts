// Queries of the agreement and analytics screens. Both are for managers and reviewers.
import * as operations from "./operations";
import { queryFor } from "./query";

export const agreementQuery = (queue_id: string) => queryFor(operations.getQueueAgreement, { queue_id });

/** Days in the reader's own time zone. */
export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** What the zone is called now: browsers keep old names, such as Asia/Calcutta. */
export function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return name.startsWith("GMT") ? timeZone : name;
}
export const analyticsQuery = (queue_id: string) =>
  queryFor(operations.getQueueAnalytics, { queue_id, time_zone: readerTimeZone() });

export const pairsQuery = (queue_id: string, label_id: string) =>
  queryFor(operations.listPairAgreements, { queue_id, label_id });
interface ConfusionOf {
  queue_id: string;
  label_id: string;
  first: string;
  second: string;
}
export const confusionQuery = (of: ConfusionOf) => queryFor(operations.getPairConfusion, of);
interface OverTimeOf {
  queue_id: string;
  label_id: string;
  annotator_id: string;
  by: "items" | "day";
}
export const overTimeQuery = (of: OverTimeOf) =>
  queryFor(operations.getAnnotatorAgreement, { ...of, time_zone: readerTimeZone() });

export const preferencesQuery = (queue_id: string) => queryFor(operations.getQueuePreferences, { queue_id });
