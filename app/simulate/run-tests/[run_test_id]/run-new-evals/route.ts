import { webHandler } from "@/lib/exchange/web";
import { runNewEvals } from "@/lib/simulation/operations";

export const POST = webHandler(runNewEvals);
