import { webHandler } from "@/lib/exchange/web";
import { getScenarioColumns } from "@/lib/simulation/operations";

export const GET = webHandler(getScenarioColumns);
