import { runEvalCases } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(runEvalCases);
