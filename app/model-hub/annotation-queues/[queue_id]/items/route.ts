import { listItems } from "@/lib/annotation/operations";

export const GET = listItems;
