import { getQueueExport } from "@/lib/annotation/operations";

export const GET = getQueueExport;
