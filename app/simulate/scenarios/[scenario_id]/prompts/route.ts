import { webHandler } from "@/lib/exchange/web";
import { updateScenarioPrompts } from "@/lib/simulation/operations";

export const PUT = webHandler(updateScenarioPrompts);
