import { getGold, setGold } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getGold);
export const PUT = webHandler(setGold);
