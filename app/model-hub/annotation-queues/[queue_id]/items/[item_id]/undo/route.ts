import { undoItem } from "@/lib/annotation/operations";

export const POST = undoItem;
