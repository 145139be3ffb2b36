import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { EntryCard } from "../_components/entry-card";
import { WaysOut } from "../_components/ways-out";
import { hasSecondFactor, readOrganizations } from "../_server/requirements";
import { RequiredFactor } from "./_components/required-factor";

export const metadata: Metadata = { title: "Second factor" };

/** Where a session goes that lacks the second factor its organization asks for. */
export default async function SecondFactorPage() {
  const caller = await currentCaller();
  if (!caller) redirect(links.signIn());
  if (caller.lacks !== "second_factor") redirect(links.home());
  const [hasFactor, { organizationName, others }] = await Promise.all([
    hasSecondFactor(caller),
    readOrganizations(caller),
  ]);
  return (
    <EntryCard
      title={hasFactor ? "Sign in again" : "Set up a second factor"}
      description={
        <>
          <b className="font-medium text-ink">{organizationName}</b>{" "}
          {hasFactor
            ? "requires a second factor, and you signed in before you had one."
            : "requires a second factor of its members: a code from an authenticator app, in addition to the password."}
        </>
      }
    >
      <RequiredFactor hasFactor={hasFactor}>
        <WaysOut owner={{ userId: caller.userId, organizationId: caller.organizationId }} others={others} />
      </RequiredFactor>
    </EntryCard>
  );
}
