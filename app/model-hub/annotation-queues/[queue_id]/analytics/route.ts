import { getQueueAnalytics } from "@/lib/annotation/operations";

export const GET = getQueueAnalytics;
