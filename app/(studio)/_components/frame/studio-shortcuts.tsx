"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { personQuery } from "@/lib/client/account";
import { CommandPalette } from "./command-palette";
import { actionsFor, allPages } from "./pages";
import { useVisits } from "./use-visits";

const PaletteContext = createContext<() => void>(() => {});

/** Opens the command palette from a button. */
export const usePalette = (): (() => void) => useContext(PaletteContext);

/** Shortcuts of the whole studio: the palette, and "g" then a letter for the sections. */
export function StudioShortcuts({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const role = useQuery(personQuery()).data?.organization_role;
  useVisits();
  const show = useCallback(() => setOpen(true), []);
  useShortcuts("Everywhere", [
    { keys: "mod+k", description: "Find actions, pages and items", run: show, whileTyping: true },
    ...allPages.flatMap(({ key, label, href }) =>
      key ? [{ keys: `g ${key}`, description: `Go to ${label}`, run: () => router.push(href) }] : [],
    ),
    ...actionsFor(role).flatMap(({ keys, label, href }) =>
      keys ? [{ keys, description: label, run: () => router.push(href) }] : [],
    ),
  ]);
  return (
    <PaletteContext value={show}>
      {children}
      <CommandPalette open={open} onOpenChange={setOpen} />
    </PaletteContext>
  );
}
