"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useSwitchOrganization } from "@/app/_components/use-switch-organization";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Menu } from "@/app/_ui/overlay/menu";
import { initialOf } from "@/app/_ui/text/graphemes";
import { organizationsQuery } from "@/lib/client/account";

/** Shows the current organization and switches to another. */
export function OrganizationSwitch() {
  const { data } = useQuery(organizationsQuery());
  const switchTo = useSwitchOrganization();
  const organizations = data?.organizations ?? [];
  const current = organizations.find((organization) => organization.is_current);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left font-medium hover:bg-hover max-md:h-11"
        >
          <span
            aria-hidden="true"
            className="flex size-5.5 shrink-0 items-center justify-center rounded-sm bg-ink text-xs text-paper"
          >
            {initialOf(current?.display_name ?? "").toUpperCase()}
          </span>
          <span className="line-clamp-1 min-w-0 flex-1 wrap-anywhere">
            {current?.display_name ?? <Skeleton className="w-20" />}
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-faint" />
          <span className="sr-only">Switch organization</span>
        </button>
      }
      groups={[
        organizations.map(({ id, display_name, is_current }) => ({
          label: display_name,
          current: is_current,
          onSelect: () => (is_current ? undefined : switchTo(id)),
        })),
      ]}
    />
  );
}
