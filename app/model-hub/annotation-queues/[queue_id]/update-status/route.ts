import { updateQueueStatus } from "@/lib/annotation/operations";

export const POST = updateQueueStatus;
