import { skipItem } from "@/lib/annotation/operations";

export const POST = skipItem;
