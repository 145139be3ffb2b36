"use client";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { useDraftPlaces } from "@/app/_form/draft-store";
import { classNames } from "@/app/_ui/class-names";

export interface Section {
  label: string;
  href: string;
  /** The path prefix of its detail pages; by default below its own address. */
  details?: string;
}

const prefixOf = ({ href, details = `${href}/` }: Section): string => details;

/** The section of an address: of those whose pages it could be, the one with the longest prefix. */
const currentOf = (sections: readonly Section[], pathname: string): Section | undefined =>
  sections
    .filter((section) => pathname === section.href || pathname.startsWith(prefixOf(section)))
    .toSorted((one, other) => prefixOf(other).length - prefixOf(one).length)[0];

/** On a phone the navigation is wider than the screen. */
export const bringIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** The navigation above every screen of a section. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const pathname = usePathname();
  const current = currentOf(sections, pathname);
  const drafted = new Set(useDraftPlaces().map((address) => currentOf(sections, address)));
  return (
    <nav
      aria-label={label}
      className="goes-on -mx-4 mb-5 flex gap-1 overflow-x-auto border-b border-line px-4 sm:-mx-6 sm:px-6"
    >
      {sections.map((section) => (
        <NextLink
          key={section.href}
          href={section.href}
          ref={section === current ? bringIntoView : undefined}
          aria-current={section === current ? "page" : undefined}
          className={classNames(
            "-mb-px flex h-9 shrink-0 scroll-mx-9 items-center border-b-2 border-transparent px-2 text-soft hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11",
            section === current && "border-ink! text-ink!",
          )}
        >
          {section.label}
          {drafted.has(section) ? (
            <span className="ml-1.5 size-1.5 rounded-full bg-warn" title="Unsaved changes">
              <span className="sr-only">unsaved changes</span>
            </span>
          ) : null}
        </NextLink>
      ))}
    </nav>
  );
}
