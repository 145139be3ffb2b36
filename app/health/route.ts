import { health } from "@/lib/platform/operations";

export const GET = health;
