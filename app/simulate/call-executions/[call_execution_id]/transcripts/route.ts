import { webHandler } from "@/lib/exchange/web";
import { getCallTranscripts } from "@/lib/simulation/operations";

export const GET = webHandler(getCallTranscripts);
