import { createQueue, listQueues } from "@/lib/annotation/operations";

export const GET = listQueues;
export const POST = createQueue;
