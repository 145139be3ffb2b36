import { addQueueLabel } from "@/lib/annotation/operations";

export const POST = addQueueLabel;
