import { createItem, listItems } from "@/lib/annotation/operations";

export const GET = listItems;
export const POST = createItem;
