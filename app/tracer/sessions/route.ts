import { listSessions } from "@/lib/traces/operations";

export const GET = listSessions;
