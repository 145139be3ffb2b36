import { webHandler } from "@/lib/exchange/web";
import { getCallRecording } from "@/lib/simulation/operations";

export const GET = webHandler(getCallRecording);
