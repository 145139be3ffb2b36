"use client";
import { Menu as MenuIcon, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import type { Theme } from "@/app/_ui/page/theme";
import { links } from "@/lib/client/links";
import { Bell } from "./bell";
import { OrganizationSwitch } from "./organization-switch";
import { PersonMenu } from "./person-menu";
import { RailLinks } from "./rail-links";

/** The frame of the studio: a slim column, or a bar with a drawer on a phone. */
export function Rail({ theme }: { theme: Theme }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer whenever the address changes
  useEffect(() => setOpen(false), [pathname]);
  return (
    <aside
      aria-label="Studio"
      className="sticky top-0 z-30 flex flex-col border-line bg-sunk print:hidden max-md:border-b md:h-dvh md:w-48 md:shrink-0 md:border-r"
    >
      <div className="flex items-center gap-2 p-2">
        <OrganizationSwitch />
        <Bell current={pathname === links.notifications()} />
        <button
          type="button"
          aria-expanded={open}
          aria-controls="rail"
          aria-label={open ? "Close the menu" : "Open the menu"}
          onClick={() => setOpen(!open)}
          className="flex size-11 items-center justify-center rounded-md hover:bg-hover md:hidden"
        >
          {open ? <X aria-hidden="true" className="size-5" /> : <MenuIcon aria-hidden="true" className="size-5" />}
        </button>
      </div>
      <div
        id="rail"
        className={classNames(
          "min-h-0 flex-1 flex-col md:flex",
          "max-md:absolute max-md:inset-x-0 max-md:top-full max-md:border-b max-md:border-line max-md:bg-sunk",
          open ? "flex" : "hidden",
        )}
      >
        <RailLinks pathname={pathname} />
        <div className="mt-auto border-t border-line p-2">
          <PersonMenu theme={theme} />
        </div>
      </div>
    </aside>
  );
}
