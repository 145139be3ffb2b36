import { downloadQueueExport } from "@/lib/annotation/operations";

export const GET = downloadQueueExport;
