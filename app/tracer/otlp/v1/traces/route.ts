import { exportTraces } from "@/lib/traces/operations";

export const POST = exportTraces;
