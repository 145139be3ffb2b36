import { deleteEvalCase } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const DELETE = webHandler(deleteEvalCase);
