import { webHandler } from "@/lib/exchange/web";
import { addScenarioRowFromSource } from "@/lib/simulation/operations";

export const POST = webHandler(addScenarioRowFromSource);
