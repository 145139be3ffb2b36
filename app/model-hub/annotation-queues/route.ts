import { createQueue, listQueues } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listQueues);
export const POST = webHandler(createQueue);
