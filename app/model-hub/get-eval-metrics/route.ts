import { getEvalMetrics } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getEvalMetrics);
