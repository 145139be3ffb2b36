import { webHandler } from "@/lib/exchange/web";
import { getSimulatorAgent } from "@/lib/simulation/operations";

export const GET = webHandler(getSimulatorAgent);
