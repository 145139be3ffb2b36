import { releaseItem } from "@/lib/annotation/operations";

export const POST = releaseItem;
