import { expect, test } from "vitest";
import { isFiltered, templateFilterOf, templateQueryOf } from "./template-filter";

const of = (address: string) => {
  const search = new URLSearchParams(address);
  return templateFilterOf((name) => search.get(name) ?? undefined);
};
const plain = { page: 0, owner_filter: "all", sort_by: "name", sort_order: "asc" };

test.each<[string, object, boolean]>([
  ["", plain, false],
  ["page=3&sort=updated", { ...plain, page: 2, sort_by: "updated_at", sort_order: "desc" }, false],
  ["search=tone&owner=user", { ...plain, search: "tone", owner_filter: "user" }, true],
  ["owner=drafts", { ...plain, owner_filter: "user", drafts: true }, true],
  ["kind=computed&output=pass_fail", { ...plain, filters: { eval_type: ["code"], output_type: ["pass_fail"] } }, true],
  ["kind=judged", { ...plain, filters: { eval_type_not: ["code"], template_type: ["single"] } }, true],
  ["kind=composite&tag=RAG", { ...plain, filters: { template_type: ["composite"], tags: ["RAG"] } }, true],
  ["kind=magic&output=odd&owner=nobody&page=-1", plain, false],
])("%j lists %j", (address, query, filtered) => {
  expect(templateQueryOf(of(address))).toEqual(query);
  expect(isFiltered(of(address))).toBe(filtered);
});
