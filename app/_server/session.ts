import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { callerFromHeaders } from "@/lib/auth/session";
import { links } from "@/lib/client/links";
import type { Owner } from "@/lib/client/outbox/entry";
import type { Caller } from "@/lib/context";

/** Who looks at the page; without a session, off to sign in and back to `address` afterwards. */
export async function requireCaller(address?: string): Promise<Caller> {
  return (await currentCaller()) ?? redirect(links.signIn(address));
}

/** Whose work pages of this session keep and send. */
export async function currentOwner(): Promise<Owner | null> {
  const caller = await currentCaller();
  return caller && { userId: caller.userId, organizationId: caller.organizationId };
}

/** The caller, asked once a request; null without a session. */
export const currentCaller = cache(async () => callerFromHeaders(await headers()));
