import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { callerFromHeaders } from "@/lib/auth/session";
import { links } from "@/lib/client/links";
import type { Owner } from "@/lib/client/outbox/entry";
import type { Caller } from "@/lib/context";

/** The page's viewer. Without a session, redirects to sign-in and back to `address`. */
export async function requireCaller(address?: string): Promise<Caller> {
  const caller = (await currentCaller()) ?? redirect(links.signIn(address));
  if (caller.lacks) redirect(caller.lacks === "second_factor" ? links.secondFactor() : links.companySignIn(address));
  return caller;
}

/** The user whose work this session's pages store and send. */
export async function currentOwner(): Promise<Owner | null> {
  const caller = await currentCaller();
  return caller && { userId: caller.userId, organizationId: caller.organizationId };
}

/** The caller, read once per request; null without a session. */
export const currentCaller = cache(async () => callerFromHeaders(await headers()));
