// Deleting an account, an organization, and what was traced.
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export const organizationLossesQuery = () => queryFor(operations.getOrganizationLosses, {});
export const deleteOrganization = mutationFor(operations.deleteOrganization, { showsErrors: true });
export const accountLossesQuery = () => queryFor(operations.getAccountLosses, {});
export const deleteAccount = mutationFor(operations.deleteAccount, { showsErrors: true });
export const deleteMember = mutationFor(operations.deleteMember, {
  invalidates: [operations.listMembers, operations.listInvitations],
  showsErrors: true,
});

export type Traced = { trace_id: string } | { session_id: string } | { project_id: string };
export const tracingLossesQuery = (of: Traced) => queryFor(operations.getTracingLosses, of);

const lists = [operations.listTraces, operations.listSessions, operations.listSpans, operations.listProjects];
export const deleteTrace = mutationFor(operations.deleteTrace, { invalidates: lists });
export const deleteSession = mutationFor(operations.deleteSession, { invalidates: lists });
export const deleteProject = mutationFor(operations.deleteProject, {
  invalidates: lists,
  showsErrors: true,
  done: "Project deleted",
});
