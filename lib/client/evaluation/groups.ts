// Groups of evaluation templates: queries and mutations of the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { listEvalGroups } from "@/lib/contracts/evaluation/groups";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const aboutGroups = [operations.listEvalGroups, operations.getEvalGroup];

export const GROUP_ROWS = 50;

/** `page` is 1-based, as on all screens. */
export const evalGroupsQuery = ({ page = 1, search = "" }: { page?: number; search?: string } = {}) => {
  const input: ClientInput<typeof listEvalGroups> = { page_number: page - 1, page_size: GROUP_ROWS };
  return queryFor(operations.listEvalGroups, { ...input, ...(search ? { name: search } : {}) });
};
export const evalGroupQuery = (id: string) => queryFor(operations.getEvalGroup, { id });

export const createEvalGroup = mutationFor(operations.createEvalGroup, {
  invalidates: aboutGroups,
  showsErrors: true,
});
export const updateEvalGroup = mutationFor(operations.updateEvalGroup, {
  invalidates: aboutGroups,
  showsErrors: true,
});
export const deleteEvalGroup = mutationFor(operations.deleteEvalGroup, { invalidates: [operations.listEvalGroups] });
export const editEvalGroupMembers = mutationFor(operations.editEvalGroupMembers, { invalidates: aboutGroups });
export const applyEvalGroup = mutationFor(operations.applyEvalGroup, {
  invalidates: [operations.listEvals, operations.listDatasetEvals],
  showsErrors: true,
});
