"use client";
import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "@/app/_ui/toast";
import { switchOrganization } from "@/lib/client/account";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";

/** Works in another organization from now on. Everything on the screen is the other's, so the page begins anew. */
export function useSwitchOrganization(): (id: string) => void {
  const { mutate } = useMutation(switchOrganization);
  return (organization_id) => mutate({ organization_id }, { onSuccess: () => location.assign(links.home()) });
}

/** Ends the session in this browser. */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    if (await signOut()) return location.assign(links.signIn());
    toast.failed({ title: "You are still signed in", description: "The server could not be reached. Try again." });
  }, []);
}
