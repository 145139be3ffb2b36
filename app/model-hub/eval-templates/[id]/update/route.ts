import { updateEvalTemplate } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const PUT = webHandler(updateEvalTemplate);
