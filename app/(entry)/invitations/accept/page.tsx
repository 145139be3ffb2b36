import type { Metadata } from "next";
import { LinkButton } from "@/app/_ui/button/link-button";
import { links } from "@/lib/client/links";
import { EntryCard } from "../../_components/entry-card";
import { oneText } from "../../_components/one-text";
import { readInvitation, signedInEmail } from "../../_server/invitation";
import { AcceptInvitation } from "./_components/accept-invitation";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default async function InvitationPage({ searchParams }: PageProps<"/invitations/accept">) {
  const token = oneText((await searchParams).token);
  const [invitation, email] = await Promise.all([readInvitation(token), signedInEmail()]);
  if ("refused" in invitation) {
    return (
      <EntryCard title="This invitation cannot be accepted" description={invitation.refused}>
        <div>
          <LinkButton href={links.home()}>{email ? "Go to Assay" : "Sign in"}</LinkButton>
        </div>
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title={`Join ${invitation.organization_name}`}
      description={
        <>
          {invitation.invited_by} invites <b className="font-medium text-ink">{invitation.email}</b> as{" "}
          <b className="font-medium text-ink">{invitation.role}</b>.
        </>
      }
    >
      <AcceptInvitation token={token ?? ""} invitation={invitation} signedInAs={email} />
    </EntryCard>
  );
}
