import type { LabelFilter } from "@/lib/client/annotation";
import { labelTypes } from "@/lib/contracts/names";

/** What of the labels is listed, as the address says it. The server and the browser read it alike. */
export function labelFilterOf(get: (name: string) => string | undefined): LabelFilter {
  const type = labelTypes.find((each) => each === get("type"));
  const search = get("search");
  const page = Number.parseInt(get("page") ?? "", 10);
  return {
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("archived") ? { archived: true } : {}),
  };
}
