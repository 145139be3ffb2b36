import { reviewItem } from "@/lib/annotation/operations";

export const POST = reviewItem;
