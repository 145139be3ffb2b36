import { listTraces } from "@/lib/traces/operations";

export const GET = listTraces;
