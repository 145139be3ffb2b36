import { connection } from "@/db/client";
import { MAILED_FOR_MS, mailedReset } from "@/lib/accounts/password-resets";
import { inngest } from "../client";
import { passwordResetRequested } from "../events";
import { LINK_RETRIES, sendLink, siteOfLinks } from "../mail-link";

/**
 * Mails a link to the person who has forgotten their password. A retry makes a new link, for as long as the first would have
 * worked: nobody expects a mail after that.
 */
export const mailPasswordReset = inngest.createFunction(
  { id: "mail-password-reset", triggers: [passwordResetRequested], retries: LINK_RETRIES },
  async ({ event, step, attempt }) => {
    await step.run("send", async () => {
      const { email } = event.data;
      if (event.ts !== undefined && Date.now() - event.ts > MAILED_FOR_MS) return;
      // Before a link is made: one that nobody gets must not work.
      const site = siteOfLinks();
      const reset = await mailedReset(connection().db, email, new Date());
      if (!reset) return;
      const link = new URL(reset.path, site);
      await sendLink(attempt, {
        to: email,
        subject: "Choose a new password for Assay",
        // Without a name: anybody may have signed up with the address.
        text: `Hello,\n\nChoose a new password for the account ${email} here:\n\n${link.href}\n\nThe link works once, for an hour. If you did not ask for this, ignore this mail. Your password has not changed.\n`,
      });
    });
  },
);
