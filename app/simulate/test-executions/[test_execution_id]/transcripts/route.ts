import { webHandler } from "@/lib/exchange/web";
import { getExecutionTranscripts } from "@/lib/simulation/operations";

export const GET = webHandler(getExecutionTranscripts);
