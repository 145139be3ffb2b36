import { deleteEvalTask, getEvalTask, updateEvalTask } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getEvalTask);
export const PATCH = webHandler(updateEvalTask);
export const DELETE = webHandler(deleteEvalTask);
