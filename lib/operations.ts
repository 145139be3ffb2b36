// Every operation of the product. The stand-alone server serves this list; App Router's route files export the same handlers.
import * as annotation from "@/lib/annotation/operations";
import type { Operation } from "@/lib/http/endpoint";
import * as platform from "@/lib/platform/operations";

export const operations: readonly Operation[] = [...Object.values(platform), ...Object.values(annotation)];
