import { deleteEvalLogs, listEvalLogs } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listEvalLogs);
export const DELETE = webHandler(deleteEvalLogs);
