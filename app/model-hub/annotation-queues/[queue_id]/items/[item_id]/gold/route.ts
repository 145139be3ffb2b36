import { getGold, setGold } from "@/lib/annotation/operations";

export const GET = getGold;
export const PUT = setGold;
