import { hardDeleteQueue } from "@/lib/annotation/operations";

export const POST = hardDeleteQueue;
