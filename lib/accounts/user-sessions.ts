// Browser sessions of the calling user, and what administrators may do about a member's.
import { assertPerson } from "@/lib/auth/access";
import { endOtherSessions, endSession, endSessionsInto, sessionsOf } from "@/lib/auth/user-sessions";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/user-sessions";
import { notFound } from "@/lib/errors";
import { assertMayGrant, memberInOrganization, ownMembership } from "./memberships";
import { deviceName } from "./rules/device-name";

const ownerOf = ({ userId, organizationId, isCompanySession }: Caller) =>
  isCompanySession ? { userId, organizationId } : { userId };

export const listUserSessions: Verb<typeof contracts.listUserSessions> = async ({ db, caller }) => {
  assertPerson(caller);
  const rows = await sessionsOf(db, ownerOf(caller));
  return {
    sessions: rows.map(({ id, userAgent, network, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      network,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      is_current: id === caller.sessionId,
    })),
  };
};

export const endUserSession: Verb<typeof contracts.endUserSession> = async ({ db, caller }, input) => {
  assertPerson(caller);
  if (!(await endSession(db, ownerOf(caller), input.session_id))) throw notFound("This session has already ended.");
  return { ended: true };
};

export const endOtherUserSessions: Verb<typeof contracts.endOtherUserSessions> = async ({ db, caller }) => {
  assertPerson(caller);
  return { ended: await endOtherSessions(db, ownerOf(caller), caller.sessionId) };
};

export const endMemberSessions: Verb<typeof contracts.endMemberSessions> = async ({ db, caller }, input) => {
  const { membership } = await memberInOrganization(db, caller.organizationId, input.user_id);
  assertMayGrant(await ownMembership(db, caller), [membership.role]);
  return { ended: await endSessionsInto(db, caller.organizationId, membership.userId) };
};
