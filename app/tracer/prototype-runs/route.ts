import { webHandler } from "@/lib/exchange/web";
import { createPrototypeRun, listPrototypeRuns } from "@/lib/traces/operations";

export const GET = webHandler(listPrototypeRuns);
export const POST = webHandler(createPrototypeRun);
