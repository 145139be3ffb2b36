"use client";
import { Search } from "lucide-react";
import NextLink from "next/link";
import { classNames } from "@/app/_ui/class-names";
import { Kbd } from "@/app/_ui/keyboard/kbd";
import { type PageLink, railGroups } from "./pages";
import { usePalette } from "./studio-shortcuts";

const line =
  "flex h-7.5 w-full items-center gap-2 rounded-md px-2 text-soft transition-colors hover:bg-hover hover:text-ink max-md:h-11 [&_svg]:size-4 [&_svg]:shrink-0";

export function RailLinks({ pathname }: { pathname: string }) {
  const openPalette = usePalette();
  return (
    <nav aria-label="Sections" className="grid gap-4 overflow-y-auto px-2 pb-2">
      {railGroups.map((group) => (
        <div key={group.title ?? "work"} className="grid gap-px">
          {group.title ? <h2 className="px-2 pb-1 text-xs text-faint">{group.title}</h2> : null}
          {group.title === null ? (
            <button type="button" onClick={openPalette} className={line}>
              <Search aria-hidden="true" />
              <span className="flex-1 text-left">Go to</span>
              <Kbd keys="mod+k" />
            </button>
          ) : null}
          {group.pages.map((page) => (
            <RailLink key={page.href} page={page} current={isCurrent(page.href, pathname)} />
          ))}
        </div>
      ))}
    </nav>
  );
}

const isCurrent = (href: string, pathname: string): boolean =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);

function RailLink({ page, current }: { page: PageLink; current: boolean }) {
  return (
    <NextLink
      href={page.href}
      aria-current={current ? "page" : undefined}
      className={classNames(line, current && "bg-press font-medium text-ink")}
    >
      <page.Icon aria-hidden="true" />
      {page.label}
    </NextLink>
  );
}
