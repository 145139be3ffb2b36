import { queuesForSource } from "@/lib/annotation/operations";

export const GET = queuesForSource;
