"use client";
import { useQuery } from "@tanstack/react-query";
import { Clock, LogOut, Monitor, Moon, Sun, Zap } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { usePageShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { chooseTheme } from "@/app/_ui/page/theme";
import { includesText } from "@/lib/bounds/normal-form";
import { personQuery } from "@/lib/client/account";
import { actionsFor, allPages, morePages, wordsFor } from "./pages";
import type { PaletteEntry, PaletteGroup } from "./palette-entry";
import { useFoundItems } from "./use-found-items";
import { lastVisits } from "./visits";

const appearance: PaletteEntry[] = [
  { label: "Use the light theme", Icon: Sun, run: () => chooseTheme("light") },
  { label: "Use the dark theme", Icon: Moon, run: () => chooseTheme("dark") },
  { label: "Use the system's theme", Icon: Monitor, run: () => chooseTheme("system") },
];

const pages: PaletteEntry[] = [
  ...allPages.map(({ key, ...page }) => ({ ...page, ...(key ? { keys: `g ${key}` } : {}) })),
  ...morePages,
];

/** The lines of the palette: last visits before anything is typed, then actions, pages and what the server finds. */
export function useDestinations(search: string, signOut: () => void): { groups: PaletteGroup[]; searching: boolean } {
  const text = search.trim();
  const pathname = usePathname();
  const role = useQuery(personQuery()).data?.organization_role;
  const pageShortcuts = usePageShortcuts();
  // Of the page behind the palette, as it was when the palette opened.
  const [onPage] = useState(() =>
    pageShortcuts().map(({ description, keys, run }) => ({
      label: description,
      keys,
      Icon: Zap,
      run: () => run(new KeyboardEvent("keydown")),
    })),
  );
  const found = useFoundItems(text);
  const matches = ({ label, hint = "", href }: PaletteEntry) =>
    [label, hint, wordsFor(href)].some((words) => includesText(words, text));
  const recent = text ? [] : lastVisits(pathname).map((visit) => ({ ...visit, Icon: Clock }));
  const named = new Set(onPage.map(({ label }) => label));
  const actions = actionsFor(role).flatMap(({ needs: _, ...action }) => (named.has(action.label) ? [] : [action]));
  const others = [...appearance, { label: "Sign out", Icon: LogOut, run: signOut }];
  const known: PaletteGroup[] = [
    { value: "Recent", items: recent },
    { value: "On this page", items: onPage.filter(matches) },
    { value: "Actions", items: [...actions, ...others].filter(matches) },
    { value: "Pages", items: pages.filter(matches) },
  ];
  return {
    groups: [...known, ...found.groups].filter((group) => group.items.length > 0),
    searching: found.searching,
  };
}
