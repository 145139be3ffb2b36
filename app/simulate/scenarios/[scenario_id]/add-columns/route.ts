import { webHandler } from "@/lib/exchange/web";
import { addScenarioColumns } from "@/lib/simulation/operations";

export const POST = webHandler(addScenarioColumns);
