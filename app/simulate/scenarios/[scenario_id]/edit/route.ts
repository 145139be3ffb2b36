import { webHandler } from "@/lib/exchange/web";
import { editScenario } from "@/lib/simulation/operations";

export const PUT = webHandler(editScenario);
