import { keepEvalCase, listEvalCases } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listEvalCases);
export const POST = webHandler(keepEvalCase);
