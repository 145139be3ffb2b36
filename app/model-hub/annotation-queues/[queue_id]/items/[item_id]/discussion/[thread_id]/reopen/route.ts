import { reopenThread } from "@/lib/annotation/operations";

export const POST = reopenThread;
