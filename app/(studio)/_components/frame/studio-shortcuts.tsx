"use client";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { CommandPalette } from "./command-palette";
import { allPages } from "./pages";

const PaletteContext = createContext<() => void>(() => {});

/** Opens the command palette from a button. */
export const usePalette = (): (() => void) => useContext(PaletteContext);

/** Shortcuts of the whole studio: the palette, and "g" then a letter for the sections. */
export function StudioShortcuts({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  useShortcuts("Everywhere", [
    { keys: "mod+k", description: "Go to a page, queue or dataset", run: show, whileTyping: true },
    ...allPages.flatMap(({ key, label, href }) =>
      key ? [{ keys: `g ${key}`, description: `Go to ${label}`, run: () => router.push(href) }] : [],
    ),
  ]);
  return (
    <PaletteContext value={show}>
      {children}
      <CommandPalette open={open} onOpenChange={setOpen} />
    </PaletteContext>
  );
}
