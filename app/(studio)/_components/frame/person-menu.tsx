"use client";
import { useQuery } from "@tanstack/react-query";
import { Keyboard, LogOut } from "lucide-react";
import { ThemeToggle } from "@/app/_ui/button/theme-toggle";
import { useShortcutSheet } from "@/app/_ui/keyboard/shortcuts";
import { Menu } from "@/app/_ui/overlay/menu";
import type { Theme } from "@/app/_ui/page/theme";
import { Avatar } from "@/app/_ui/text/avatar";
import { personQuery } from "@/lib/client/account";
import { useSigningOut } from "./use-signing-out";

/** The signed-in person's menu, and the switch of the theme below it. */
export function PersonMenu({ theme }: { theme: Theme }) {
  const { data: person } = useQuery(personQuery());
  const name = person?.name ?? "";
  const { signOut, question } = useSigningOut();
  const openSheet = useShortcutSheet();
  return (
    <div className="grid gap-2">
      <Menu
        side="top"
        align="start"
        heading={
          <p className="grid">
            <span className="truncate font-medium">{name}</span>
            <span className="truncate text-xs text-faint">{person?.email}</span>
          </p>
        }
        trigger={trigger(name)}
        groups={[
          [{ label: "Keyboard shortcuts", icon: <Keyboard aria-hidden="true" />, keys: "?", onSelect: openSheet }],
          [
            {
              label: "Sign out",
              icon: <LogOut aria-hidden="true" />,
              onSelect: signOut,
            },
          ],
        ]}
      />
      <ThemeToggle initial={theme} />
      {question}
    </div>
  );
}

/** An element, because the menu adds its handlers to it. */
const trigger = (name: string) => (
  <button
    type="button"
    className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-1 text-left hover:bg-hover max-md:h-11"
  >
    <Avatar name={name} />
    <span className="min-w-0 flex-1 truncate">{name}</span>
    <span className="sr-only">Your account</span>
  </button>
);
