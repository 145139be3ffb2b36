import { webHandler } from "@/lib/exchange/web";
import { getExecutionVerdict } from "@/lib/simulation/operations";

export const GET = webHandler(getExecutionVerdict);
