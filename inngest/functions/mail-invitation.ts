import { connection } from "@/db/client";
import { mailedInvitation } from "@/lib/accounts/mailed-invitation";
import { inngest } from "../client";
import { invitationCreated } from "../events";
import { LINK_RETRIES, sendLink, siteOfLinks } from "../mail-link";

/** Mails the link of an invitation, if it can still be accepted. A retry sends the same link. */
export const mailInvitation = inngest.createFunction(
  { id: "mail-invitation", triggers: [invitationCreated], retries: LINK_RETRIES },
  async ({ event, step, attempt }) => {
    await step.run("send", async () => {
      const site = siteOfLinks();
      const invitation = await mailedInvitation(connection().db, event.data, new Date());
      if (!invitation) return;
      const link = new URL(invitation.path, site);
      await sendLink(attempt, {
        to: invitation.email,
        subject: "An invitation to Assay",
        // Without names: anybody may invite anybody, and no mail is to carry their words.
        text: `Hello,\n\nyou are invited to an organization on ${link.host}. This link says who invites you, and lets you join:\n\n${link.href}\n\nThe link works once, for seven days. If you do not want to join, ignore this mail.\n`,
      });
    });
  },
);
