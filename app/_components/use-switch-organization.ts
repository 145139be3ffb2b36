"use client";
import { useMutation } from "@tanstack/react-query";
import { switchOrganization } from "@/lib/client/account";
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
