"use client";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { CommandPalette } from "./command-palette";
import { allPages } from "./pages";

const PaletteContext = createContext<() => void>(() => {});

/** Opens the palette from a button. */
export const usePalette = (): (() => void) => useContext(PaletteContext);

/** Keys of the whole studio: the palette, and "g" then a letter for the pages of the rail. */
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
