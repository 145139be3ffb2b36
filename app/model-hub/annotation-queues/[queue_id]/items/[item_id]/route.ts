import { deleteItem, getItem, updateItem } from "@/lib/annotation/operations";

export const GET = getItem;
export const PATCH = updateItem;
export const DELETE = deleteItem;
