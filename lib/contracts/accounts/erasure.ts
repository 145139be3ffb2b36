import { z } from "zod";
import { define } from "../define";
import { deleted, id, name } from "../shapes";

const tag = "Accounts";
const count = z.int().min(0);

export const getOrganizationLosses = define({
  name: "getOrganizationLosses",
  method: "GET",
  path: "/accounts/organization/losses/",
  tag,
  access: "owner",
  summary: "What deleting the organization would delete",
  description:
    "Counts what would go with the organization. `people` counts members who belong to no other organization; their accounts go too. Large counts are estimates.",
  response: z.object({
    name: z.string(),
    members: count,
    people: count,
    queues: count,
    annotations: count,
    datasets: count,
    traces: count,
    prompts: count,
    api_keys: count,
    gateway_keys: count,
  }),
});

export const deleteOrganization = define({
  name: "deleteOrganization",
  method: "POST",
  path: "/accounts/organization/delete/",
  tag,
  access: "owner",
  summary: "Delete the organization",
  description:
    "Deletes the organization with everything in it. Nobody sees it from this moment on, and its keys stop working. Its data is deleted in the background, which goes on after a restart. Members who belong to no other organization lose their accounts. The ledger keeps amounts, without texts. It cannot be undone.",
  signedInOnly: true,
  body: z.strictObject({ name: name.meta({ description: "The organization's name, to confirm" }) }),
  response: deleted.extend({ erasure_id: id }),
  example: { name: "Acme" },
});

export const getAccountLosses = define({
  name: "getAccountLosses",
  method: "GET",
  path: "/accounts/profile/losses/",
  tag,
  access: "read",
  summary: "Preview the deletion of your account",
  description:
    "Lists what is deleted with your account, and what stays. While `last_owner_of` lists organizations, the account cannot be deleted.",
  response: z.object({
    email: z.string(),
    organizations: count,
    api_keys: count,
    saved_views: count,
    annotations: count.meta({ description: "They stay, attributed to a deleted user" }),
    last_owner_of: z.array(z.object({ id, name: z.string() })).meta({
      description: "Organizations that would have no Owner. Make somebody an Owner, or delete them, first",
    }),
  }),
});

export const deleteAccount = define({
  name: "deleteAccount",
  method: "POST",
  path: "/accounts/profile/delete/",
  tag,
  access: "read",
  summary: "Delete your account",
  description:
    "Deletes your name, email, password, sessions, API keys, notifications and saved views. Your work stays, attributed to a deleted user. Exports that name you are deleted. Refused for the last Owner of an organization. It cannot be undone.",
  signedInOnly: true,
  errors: ["company_session", "last_owner"],
  body: z.strictObject({ email: z.string().max(320).meta({ description: "Your email, to confirm" }) }),
  response: deleted,
  example: { email: "ada@example.com" },
});

export const deleteMember = define({
  name: "deleteMember",
  method: "POST",
  path: "/accounts/organization/members/delete/",
  tag: "Organizations",
  access: "admin",
  summary: "Delete a member's account",
  description:
    "Deletes the account of a member who belongs to this organization alone: name, email, password, sessions, API keys, notifications and saved views. Their work stays, attributed to a deleted user. Exports that name them are deleted. A member who belongs to other organizations too is only removed from this one; `outcome` says which it was. Only an Owner may delete an Owner. It cannot be undone.",
  signedInOnly: true,
  errors: ["not_found"],
  body: z.strictObject({ user_id: id, email: z.string().max(320).meta({ description: "Their email, to confirm" }) }),
  response: z.object({ outcome: z.enum(["deleted", "removed"]) }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90", email: "ada@example.com" },
});
