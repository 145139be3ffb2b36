import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentCaller } from "@/app/_server/session";
import { LinkButton } from "@/app/_ui/button/link-button";
import { connection } from "@/db/client";
import { BY_INVITATION, listed } from "@/lib/auth/rules/sign-up";
import { whoMaySignUp } from "@/lib/auth/sign-up";
import { links } from "@/lib/client/links";
import { EntryCard } from "../_components/entry-card";
import { nextPath } from "../_components/next-path";
import { oneText } from "../_components/one-text";
import { TextLink } from "../_components/text-link";
import { SignUpForm } from "./_components/sign-up-form";

export const metadata: Metadata = { title: "Create an organization" };

export default async function SignUpPage({ searchParams }: PageProps<"/sign-up">) {
  const next = nextPath(oneText((await searchParams).next));
  if (await currentCaller()) redirect(next);
  const who = await whoMaySignUp(connection().db);
  const signIn = links.signIn(next === links.home() ? undefined : next);
  if (who === "invite") {
    return (
      <EntryCard
        title="Sign-up is closed"
        description={`${BY_INVITATION} Were you invited? Open the link in your invitation.`}
      >
        <div>
          <LinkButton href={signIn}>Sign in</LinkButton>
        </div>
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title="Create an organization"
      description={
        <>
          You become its Owner and can invite others. Were you invited? Open the link in your invitation instead.
          {who === "open" ? null : <> Your email address must be at {listed(who)}.</>}
        </>
      }
      aside={
        <>
          Already have an account? <TextLink href={signIn}>Sign in</TextLink>
        </>
      }
    >
      <SignUpForm next={next} />
    </EntryCard>
  );
}
