import { listQueueExports, startQueueExport } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listQueueExports);
export const POST = webHandler(startQueueExport);
