import { addItems } from "@/lib/annotation/operations";

export const POST = addItems;
