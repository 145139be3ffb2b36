import { getQueueProgress } from "@/lib/annotation/operations";

export const GET = getQueueProgress;
