import { webHandler } from "@/lib/exchange/web";
import { listSimulatorAgents } from "@/lib/simulation/operations";

export const GET = webHandler(listSimulatorAgents);
