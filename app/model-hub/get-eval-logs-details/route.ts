import { getEvalLogDetails, queryEvalLogDetails } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getEvalLogDetails);
export const POST = webHandler(queryEvalLogDetails);
