import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";

const tag = "Accounts";
const base = "/accounts/sessions/";

export const userSession = z
  .object({
    id,
    device: z.string().meta({ description: "Browser and system, as the browser names itself" }),
    network: z
      .string()
      .nullable()
      .meta({ description: "Where it was last seen: an IPv4 address, or a /64 of IPv6; null if unknown" }),
    created_at: timestamp.meta({ description: "When the session began" }),
    last_seen_at: timestamp.meta({ description: "To the minute" }),
    is_current: z.boolean(),
  })
  .meta({ id: "UserSession" });
export type UserSession = z.infer<typeof userSession>;

export const listUserSessions = define({
  name: "listUserSessions",
  method: "GET",
  path: base,
  tag,
  summary: "List the calling user's browser sessions",
  description: "Lists the calling user's browser sessions, last seen first, at most a hundred.",
  signedInOnly: true,
  response: z.object({ sessions: z.array(userSession) }),
});

export const endUserSession = define({
  name: "endUserSession",
  method: "POST",
  path: `${base}end/`,
  tag,
  summary: "Sign the calling user out of one browser",
  description:
    "Ends one of the calling user's sessions, from its next request on. A copy of its cookie no longer works. A session that has already ended is not found.",
  signedInOnly: true,
  errors: ["not_found"],
  access: "read",
  body: z.object({ session_id: id }),
  response: z.object({ ended: z.literal(true) }),
  example: { session_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});

export const endOtherUserSessions = define({
  name: "endOtherUserSessions",
  method: "POST",
  path: `${base}end-others/`,
  tag,
  summary: "Sign the calling user out of every other browser",
  description: "Ends all sessions of the calling user except the current one. API keys keep working.",
  signedInOnly: true,
  access: "read",
  body: z.object({}),
  response: z.object({ ended: z.int().meta({ description: "Number of sessions that were ended" }) }),
  example: {},
});

export const endMemberSessions = define({
  name: "endMemberSessions",
  method: "POST",
  path: "/accounts/organization/members/sessions/end/",
  tag,
  summary: "Sign a member out everywhere",
  description:
    "Ends all sessions of a member that reach the organization, from their next request on. The member can sign in again; API keys keep working. Only an Owner may do so for an Owner.",
  errors: ["not_found"],
  access: "admin",
  body: z.strictObject({ user_id: id }),
  response: z.object({ ended: z.int().meta({ description: "Number of sessions that were ended" }) }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});
