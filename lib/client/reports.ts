// What the agreement and analytics screens read. Both are for managers and reviewers.
import * as reports from "@/lib/contracts/annotation/reports";
import { queryFor } from "./query";

export const agreementQuery = (queue_id: string) => queryFor(reports.getQueueAgreement, { queue_id });
export const analyticsQuery = (queue_id: string) => queryFor(reports.getQueueAnalytics, { queue_id });
