import { webHandler } from "@/lib/exchange/web";
import { getCallLocalizations } from "@/lib/simulation/operations";

export const GET = webHandler(getCallLocalizations);
