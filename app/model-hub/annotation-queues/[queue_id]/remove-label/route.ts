import { removeQueueLabel } from "@/lib/annotation/operations";

export const POST = removeQueueLabel;
