// The link of an invitation on its way to a mail: its token is stored nowhere in the clear.
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invitations } from "@/db/schema";
import { seal, unseal } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import type { DomainEvent } from "@/lib/events";
import { authSecret } from "@/lib/gateway-admin/configs/secrets";

export const pathOfInvitation = (token: string): string => `/invitations/accept?token=${token}`;

export const invitationCreated = async (invitationId: string, token: string): Promise<DomainEvent> => ({
  id: `invitation-${invitationId}`,
  name: "accounts/invitation.created",
  data: { invitationId, token: await seal(token, authSecret()) },
});

/** Whom to mail which link; null if the invitation can no longer be accepted. */
export async function mailedInvitation(
  db: Database,
  { invitationId, token }: { invitationId: string; token: string },
  now: Date,
): Promise<{ email: string; path: string } | null> {
  const [row] = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(
      and(
        eq(invitations.id, invitationId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    );
  return row ? { email: row.email, path: pathOfInvitation(await unseal(token, openingSecrets())) } : null;
}
