import { listSpans } from "@/lib/traces/operations";

export const GET = listSpans;
