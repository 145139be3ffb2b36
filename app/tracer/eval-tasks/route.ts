import { createEvalTask, listEvalTasks } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listEvalTasks);
export const POST = webHandler(createEvalTask);
