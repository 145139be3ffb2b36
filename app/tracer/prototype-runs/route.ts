import { createPrototypeRun, listPrototypeRuns } from "@/lib/traces/operations";

export const GET = listPrototypeRuns;
export const POST = createPrototypeRun;
