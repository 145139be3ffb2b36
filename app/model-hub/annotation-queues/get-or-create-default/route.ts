import { getOrCreateDefaultQueue } from "@/lib/annotation/operations";

export const POST = getOrCreateDefaultQueue;
