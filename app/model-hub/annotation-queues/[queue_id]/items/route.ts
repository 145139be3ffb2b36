import { createItem, listItems } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listItems);
export const POST = webHandler(createItem);
