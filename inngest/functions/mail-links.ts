// Links that people get by mail: to choose a new password, and to accept an invitation.
import { RetryAfterError } from "inngest";
import { connection } from "@/db/client";
import { mailedInvitation } from "@/lib/accounts/mailed-invitation";
import { MAILED_FOR_MS, mailedReset } from "@/lib/accounts/password-resets";
import { variable } from "@/lib/env";
import { type Mail, mailIsSetUp, sendMail } from "@/lib/mail/send-mail";
import { inngest } from "../client";
import { invitationCreated, passwordResetRequested } from "../events";

/** The first retries come within minutes, and the others as often as a person who waits would want. */
const QUICK_RETRIES = 5;
const LATER = "5m";
const RETRIES = 20;

/**
 * Mails a link to the person who has forgotten their password. A retry makes a new link, for as long as the first would have
 * worked: nobody expects a mail after that.
 */
export const mailPasswordReset = inngest.createFunction(
  { id: "mail-password-reset", triggers: [passwordResetRequested], retries: RETRIES },
  async ({ event, step, attempt }) => {
    await step.run("send", async () => {
      const { email } = event.data;
      if (event.ts !== undefined && Date.now() - event.ts > MAILED_FOR_MS) return;
      // Before a link is made: one that nobody gets must not work.
      const site = siteOfLinks();
      const reset = await mailedReset(connection().db, email, new Date());
      if (!reset) return;
      const link = new URL(reset.path, site);
      await send(attempt, {
        to: email,
        subject: "Choose a new password for Assay",
        // Without a name: anybody may have signed up with the address.
        text: `Hello,\n\nChoose a new password for the account ${email} here:\n\n${link.href}\n\nThe link works once, for an hour. If you did not ask for this, ignore this mail. Your password has not changed.\n`,
      });
    });
  },
);

/** Mails the link of an invitation, if it can still be accepted. A retry sends the same link. */
export const mailInvitation = inngest.createFunction(
  { id: "mail-invitation", triggers: [invitationCreated], retries: RETRIES },
  async ({ event, step, attempt }) => {
    await step.run("send", async () => {
      const site = siteOfLinks();
      const invitation = await mailedInvitation(connection().db, event.data, new Date());
      if (!invitation) return;
      const link = new URL(invitation.path, site);
      await send(attempt, {
        to: invitation.email,
        subject: "An invitation to Assay",
        // Without names: anybody may invite anybody, and no mail is to carry their words.
        text: `Hello,\n\nyou are invited to an organization on ${link.host}. This link says who invites you, and lets you join:\n\n${link.href}\n\nThe link works once, for seven days. If you do not want to join, ignore this mail.\n`,
      });
    });
  },
);

function siteOfLinks(): string {
  const site = variable("ASSAY_URL");
  if (!site || !mailIsSetUp()) throw new RetryAfterError("This server is not set up to send mail.", LATER);
  return site;
}

const send = (attempt: number, mail: Mail): Promise<void> =>
  sendMail(mail).catch((error: unknown) => {
    if (attempt < QUICK_RETRIES) throw error;
    throw new RetryAfterError(`The mail was not sent: ${reasonOf(error)}`, LATER, { cause: error });
  });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : "something was thrown");
