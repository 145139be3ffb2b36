import { webHandler } from "@/lib/exchange/web";
import { getEvalConfigStructure } from "@/lib/simulation/operations";

export const GET = webHandler(getEvalConfigStructure);
