import { resolveThread } from "@/lib/annotation/operations";

export const POST = resolveThread;
