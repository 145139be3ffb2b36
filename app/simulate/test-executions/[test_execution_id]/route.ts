import { webHandler } from "@/lib/exchange/web";
import { getTestExecution } from "@/lib/simulation/operations";

export const GET = webHandler(getTestExecution);
