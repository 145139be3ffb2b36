import { webHandler } from "@/lib/exchange/web";
import { addScenarioRows } from "@/lib/simulation/operations";

export const POST = webHandler(addScenarioRows);
