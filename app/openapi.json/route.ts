import { openapi } from "@/lib/platform/operations";

export const GET = openapi;
