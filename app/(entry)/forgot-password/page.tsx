import type { Metadata } from "next";
import { links } from "@/lib/client/links";
import { mailIsSetUp } from "@/lib/mail/send-mail";
import { EntryCard } from "../_components/entry-card";
import { TextLink } from "../_components/text-link";
import { ForgotPassword } from "./_components/forgot-password";

export const metadata: Metadata = { title: "Forgot your password" };
// Whether there is mail depends on the server that runs, not on the build.
export const dynamic = "force-dynamic";

const BY_ADMIN =
  "This server does not send mail. Ask an Owner or Admin of your organization for a link: they make one under Settings → Members.";

export default function ForgotPasswordPage() {
  const hasMail = mailIsSetUp();
  return (
    <EntryCard
      title="Forgot your password?"
      description={hasMail ? "We send you a link with which you choose a new one." : BY_ADMIN}
      aside={<TextLink href={links.signIn()}>Back to sign-in</TextLink>}
    >
      {hasMail ? <ForgotPassword /> : null}
    </EntryCard>
  );
}
