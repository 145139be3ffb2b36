import { listQueueExports, startQueueExport } from "@/lib/annotation/operations";

export const GET = listQueueExports;
export const POST = startQueueExport;
