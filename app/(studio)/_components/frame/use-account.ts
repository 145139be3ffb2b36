"use client";
import { useCallback } from "react";
import { endSession } from "@/app/_components/sign-in-again";
import { toast } from "@/app/_ui/feedback/toast";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";

/** Signs out in this browser. */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    if (await endSession(signOut)) return location.assign(links.signIn());
    toast.failed({ title: "You are still signed in", description: "Could not reach the server. Try again." });
  }, []);
}
