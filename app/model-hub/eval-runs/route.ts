import { listEvalRuns, startEvalRun } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(startEvalRun);
export const GET = webHandler(listEvalRuns);
