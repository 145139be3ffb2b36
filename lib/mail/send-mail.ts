// Mail through the operator's SMTP server.
import { createTransport } from "nodemailer";
import { variable } from "@/lib/env";

const WAIT_MS = 10_000;
/** Absence replies do not answer such mails (RFC 3834). */
const headers = { "Auto-Submitted": "auto-generated" };

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export const mailIsSetUp = (): boolean => variable("ASSAY_SMTP_URL") !== undefined;

/** Throws if the server does not take the mail within ten seconds, or if mail is not set up. */
export async function sendMail({ to, subject, text }: Mail): Promise<void> {
  const [url, from] = [variable("ASSAY_SMTP_URL"), variable("ASSAY_MAIL_FROM")];
  if (!url || !from) throw new Error("Mail is not set up: ASSAY_SMTP_URL and ASSAY_MAIL_FROM.");
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    // Texts are ours; a mail never reads files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from, to: { name: "", address: to }, subject, text, headers });
  } catch (error) {
    throw withoutAddresses(error);
  } finally {
    transport.close();
  }
}

/** The server's answer may quote whom the mail is for, and an error ends in the log. */
function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return Object.assign(new Error(error.message.replaceAll(/[^\s<>:]+@[^\s<>:]+/g, "(address)")), code);
}
