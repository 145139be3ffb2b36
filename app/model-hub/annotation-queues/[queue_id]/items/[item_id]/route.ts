import { deleteItem, getItem, updateItem } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getItem);
export const PATCH = webHandler(updateItem);
export const DELETE = webHandler(deleteItem);
