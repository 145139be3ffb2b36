import { webHandler } from "@/lib/exchange/web";
import { deleteCallExecution } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteCallExecution);
