import { nextItem } from "@/lib/annotation/operations";

export const GET = nextItem;
