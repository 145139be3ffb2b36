import { webHandler } from "@/lib/exchange/web";
import { compareCallSession } from "@/lib/simulation/operations";

export const GET = webHandler(compareCallSession);
