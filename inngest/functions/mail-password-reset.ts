import { connection } from "@/db/client";
import { mailedReset } from "@/lib/accounts/password-resets";
import { variable } from "@/lib/env";
import { sendMail } from "@/lib/mail/send-mail";
import { inngest } from "../client";
import { passwordResetRequested } from "../events";

/** Mails a link to the person who has forgotten their password. A retry makes a new link. */
export const mailPasswordReset = inngest.createFunction(
  { id: "mail-password-reset", triggers: [passwordResetRequested], retries: 5 },
  async ({ event, step }) => {
    await step.run("send", async () => {
      const { email } = event.data;
      const reset = await mailedReset(connection().db, email, new Date());
      if (!reset) return;
      const link = new URL(reset.path, variable("ASSAY_URL"));
      await sendMail({
        to: email,
        subject: "Choose a new password for Assay",
        text: `Hello ${reset.name},\n\nChoose a new password here:\n\n${link.href}\n\nThe link works once, for an hour. If you did not ask for this, ignore this mail. Your password has not changed.\n`,
      });
    });
  },
);
