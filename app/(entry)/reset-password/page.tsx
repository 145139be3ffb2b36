import type { Metadata } from "next";
import { LinkButton } from "@/app/_ui/button/link-button";
import { links } from "@/lib/client/links";
import { EntryCard } from "../_components/entry-card";
import { oneText } from "../_components/one-text";
import { readPasswordReset } from "../_server/password-reset";
import { ResetPassword } from "./_components/reset-password";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

export default async function ResetPasswordPage({ searchParams }: PageProps<"/reset-password">) {
  const token = oneText((await searchParams).token);
  const reset = await readPasswordReset(token);
  if ("refused" in reset)
    return (
      <EntryCard title="This link does not work" description={reset.refused}>
        <div>
          <LinkButton href={links.forgotPassword()}>Get a new link</LinkButton>
        </div>
      </EntryCard>
    );
  return (
    <EntryCard
      title="Choose a new password"
      description={
        <>
          For <b className="font-medium text-ink">{reset.email}</b>. You are signed out everywhere else.
        </>
      }
    >
      <ResetPassword token={token ?? ""} person={reset} />
    </EntryCard>
  );
}
