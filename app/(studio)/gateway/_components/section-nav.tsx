"use client";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "@/app/_ui/class-names";
import { links } from "@/lib/client/links";
import { gatewaySections } from "./sections";

const isCurrent = (href: string, pathname: string): boolean =>
  href === links.gatewayKeys()
    ? pathname === href || pathname.startsWith("/gateway/keys/")
    : pathname === href || pathname.startsWith(`${href}/`);

/** The line above every screen of the gateway. */
export function SectionNav() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Gateway"
      className="-mx-4 mb-5 flex gap-1 overflow-x-auto border-b border-line px-4 sm:-mx-6 sm:px-6"
    >
      {gatewaySections.map(({ label, href }) => (
        <NextLink
          key={href}
          href={href}
          aria-current={isCurrent(href, pathname) ? "page" : undefined}
          className={classNames(
            "-mb-px flex h-9 shrink-0 items-center border-b-2 border-transparent px-2 text-soft hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11",
            isCurrent(href, pathname) && "border-ink! text-ink!",
          )}
        >
          {label}
        </NextLink>
      ))}
    </nav>
  );
}
