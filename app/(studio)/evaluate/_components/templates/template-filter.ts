import type { TemplateQuery } from "@/lib/client/evaluation";
import { outputTypes } from "@/lib/contracts/evaluation/names";
import { type Get, oneOf, pageOf } from "../../../_components/address";

const kinds = ["judged", "computed", "composite"] as const;
const owners = ["user", "system", "drafts"] as const;
const sorts = ["updated"] as const;

/** The template list's filter in the address. */
export function templateFilterOf(get: Get) {
  return {
    search: get("search") ?? "",
    kind: oneOf(kinds, get("kind")) ?? ("all" as const),
    output: oneOf(outputTypes, get("output")) ?? ("all" as const),
    owner: oneOf(owners, get("owner")) ?? ("all" as const),
    sort: oneOf(sorts, get("sort")) ?? ("name" as const),
    tag: get("tag"),
    page: pageOf(get("page")),
  };
}
export type TemplateFilter = ReturnType<typeof templateFilterOf>;

/** The API request for it. */
export function templateQueryOf({ search, kind, output, owner, sort, tag, page }: TemplateFilter): TemplateQuery {
  const filters = {
    ...(kind === "computed" ? { eval_type: ["code"] } : {}),
    ...(kind === "judged" ? { eval_type_not: ["code"], template_type: ["single"] } : {}),
    ...(kind === "composite" ? { template_type: ["composite"] } : {}),
    ...(output === "all" ? {} : { output_type: [output] }),
    ...(tag ? { tags: [tag] } : {}),
  };
  return {
    page: page - 1,
    ...(owner === "drafts" ? { owner_filter: "user" as const, drafts: true } : { owner_filter: owner }),
    ...(sort === "name"
      ? { sort_by: "name" as const, sort_order: "asc" as const }
      : { sort_by: "updated_at" as const, sort_order: "desc" as const }),
    ...(search ? { search } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
  };
}

export const isFiltered = ({ search, kind, output, owner, tag }: TemplateFilter): boolean =>
  Boolean(search || tag) || [kind, output, owner].some((value) => value !== "all");
