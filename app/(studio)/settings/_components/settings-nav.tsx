"use client";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "@/app/_ui/class-names";
import { bringIntoView } from "../../_components/section-nav";
import { settingsGroups } from "./sections";

const isWithin = (pathname: string, href: string): boolean => pathname === href || pathname.startsWith(`${href}/`);

/** A column beside the page; one line above it where the window is narrow. */
export function SettingsNav() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Settings"
      className="goes-on flex gap-1 overflow-x-auto max-lg:border-b max-lg:border-line max-lg:pb-2 lg:flex-col lg:gap-4"
    >
      {settingsGroups.map((group) => (
        <div key={group.title} className="flex gap-1 lg:flex-col lg:gap-px">
          <h2 className="px-2 pb-1 text-xs text-faint max-lg:hidden">{group.title}</h2>
          {group.pages.map(({ label, href }) => (
            <NextLink
              key={href}
              href={href}
              ref={isWithin(pathname, href) ? bringIntoView : undefined}
              aria-current={isWithin(pathname, href) ? "page" : undefined}
              className={classNames(
                "flex h-7.5 scroll-mx-9 items-center rounded-md px-2 whitespace-nowrap text-soft transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:px-3",
                isWithin(pathname, href) && "bg-hover font-medium text-ink!",
              )}
            >
              {label}
            </NextLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
