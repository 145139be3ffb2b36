import { getTrace } from "@/lib/traces/operations";

export const GET = getTrace;
