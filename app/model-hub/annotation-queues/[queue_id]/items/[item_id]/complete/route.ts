import { completeItem } from "@/lib/annotation/operations";

export const POST = completeItem;
