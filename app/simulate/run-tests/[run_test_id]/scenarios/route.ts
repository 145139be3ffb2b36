import { webHandler } from "@/lib/exchange/web";
import { listRunTestScenarios } from "@/lib/simulation/operations";

export const GET = webHandler(listRunTestScenarios);
