import { webHandler } from "@/lib/exchange/web";
import { getCallExecution, updateCallExecution } from "@/lib/simulation/operations";

export const GET = webHandler(getCallExecution);
export const PATCH = webHandler(updateCallExecution);
