import { webHandler } from "@/lib/exchange/web";
import { listScenarios } from "@/lib/simulation/operations";

export const GET = webHandler(listScenarios);
