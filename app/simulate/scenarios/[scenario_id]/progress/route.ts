import { webHandler } from "@/lib/exchange/web";
import { getScenarioProgress } from "@/lib/simulation/operations";

export const GET = webHandler(getScenarioProgress);
