import { restoreQueue } from "@/lib/annotation/operations";

export const POST = restoreQueue;
