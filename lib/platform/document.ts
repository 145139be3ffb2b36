import type { Verb } from "@/lib/context";
import { contracts } from "@/lib/contracts";
import type * as platform from "@/lib/contracts/platform";
import { openApiDocument } from "@/lib/openapi";

let document: Record<string, unknown> | null = null;

export const openapi: Verb<typeof platform.openapi> = async () => {
  document ??= openApiDocument(contracts);
  return document;
};
