import { RetryAfterError } from "inngest";
import { connection } from "@/db/client";
import { MAILED_FOR_MS, mailedReset } from "@/lib/accounts/password-resets";
import { variable } from "@/lib/env";
import { mailIsSetUp, sendMail } from "@/lib/mail/send-mail";
import { inngest } from "../client";
import { passwordResetRequested } from "../events";

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
      const site = variable("ASSAY_URL");
      // Before a link is made: one that nobody gets must not work.
      if (!site || !mailIsSetUp()) throw new RetryAfterError("This server is not set up to send mail.", LATER);
      const reset = await mailedReset(connection().db, email, new Date());
      if (!reset) return;
      const link = new URL(reset.path, site);
      await sendMail({
        to: email,
        subject: "Choose a new password for Assay",
        // Without a name: anybody may have signed up with the address.
        text: `Hello,\n\nChoose a new password here:\n\n${link.href}\n\nThe link works once, for an hour. If you did not ask for this, ignore this mail. Your password has not changed.\n`,
      }).catch((error: unknown) => {
        if (attempt < QUICK_RETRIES) throw error;
        throw new RetryAfterError(`The mail was not sent: ${reasonOf(error)}`, LATER, { cause: error });
      });
    });
  },
);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : "something was thrown");
