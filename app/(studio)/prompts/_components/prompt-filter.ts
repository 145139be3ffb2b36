import type { PromptFilter } from "@/lib/client/prompts";
import { type Get, pageOf } from "../../_components/address";

/** The page and filters in the address, read in the same way on the server and in the browser. */
export const promptFilterOf = (get: Get): PromptFilter => ({
  page: pageOf(get("page")),
  search: get("search"),
  folder: get("folder"),
  label: get("label"),
});
