import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentCaller } from "@/app/_server/session";
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
  return (
    <EntryCard
      title="Create an organization"
      description="You become its Owner and can invite others. Were you invited? Open the link that you were sent instead."
      aside={
        <>
          Signed up before? <TextLink href={links.signIn(next === links.home() ? undefined : next)}>Sign in</TextLink>
        </>
      }
    >
      <SignUpForm next={next} />
    </EntryCard>
  );
}
