import { webHandler } from "@/lib/exchange/web";
import { deleteEvalConfig } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteEvalConfig);
