// Mails with a link, which people wait for: to choose a new password, and to accept an invitation.
import { RetryAfterError } from "inngest";
import { variable } from "@/lib/env";
import { type Mail, mailIsSetUp, sendMail } from "@/lib/mail/send-mail";

/** The first retries come within minutes, and the others as often as a person who waits would want. */
const QUICK_RETRIES = 5;
const LATER = "5m";
export const LINK_RETRIES = 20;

/** Where links lead. */
export function siteOfLinks(): string {
  const site = variable("ASSAY_URL");
  if (!site || !mailIsSetUp()) throw new RetryAfterError("This server is not set up to send mail.", LATER);
  return site;
}

export const sendLink = (attempt: number, mail: Mail): Promise<void> =>
  sendMail(mail).catch((error: unknown) => {
    if (attempt < QUICK_RETRIES) throw error;
    throw new RetryAfterError(`The mail was not sent: ${reasonOf(error)}`, LATER, { cause: error });
  });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : "something was thrown");
