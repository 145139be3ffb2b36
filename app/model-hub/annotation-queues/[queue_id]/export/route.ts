import { exportQueue } from "@/lib/annotation/operations";

export const GET = exportQueue;
