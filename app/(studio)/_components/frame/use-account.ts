"use client";
import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { endSession } from "@/app/_components/sign-in-again";
import { toast } from "@/app/_ui/feedback/toast";
import { switchOrganization } from "@/lib/client/account";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { announceSwitch } from "@/lib/client/tabs/switched";

/** Switches to another organization. All data on the screen changes, so the page reloads. */
export function useSwitchOrganization(): (id: string) => void {
  const { mutate } = useMutation(switchOrganization);
  return (organization_id) =>
    mutate(
      { organization_id },
      {
        onSuccess: ({ id, display_name: name }) => {
          announceSwitch({ id, name });
          location.assign(links.home());
        },
      },
    );
}

/** Signs out in this browser. */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    if (await endSession(signOut)) return location.assign(links.signIn());
    toast.failed({ title: "You are still signed in", description: "Could not reach the server. Try again." });
  }, []);
}
