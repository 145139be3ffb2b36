import { webHandler } from "@/lib/exchange/web";
import { deleteScenario } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteScenario);
