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

const isCurrent = ({ href, details = `${href}/` }: Section, pathname: string): boolean =>
  pathname === href || pathname.startsWith(details);

/** On a phone the navigation is wider than the screen. */
const bringIntoView = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** The navigation above every screen of a section. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const pathname = usePathname();
  const drafts = useDraftPlaces();
  return (
    <nav
      aria-label={label}
      className="goes-on -mx-4 mb-5 flex gap-1 overflow-x-auto border-b border-line px-4 sm:-mx-6 sm:px-6"
    >
      {sections.map((section) => (
        <NextLink
          key={section.href}
          href={section.href}
          ref={isCurrent(section, pathname) ? bringIntoView : undefined}
          aria-current={isCurrent(section, pathname) ? "page" : undefined}
          className={classNames(
            "-mb-px flex h-9 shrink-0 scroll-mx-9 items-center border-b-2 border-transparent px-2 text-soft hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11",
            isCurrent(section, pathname) && "border-ink! text-ink!",
          )}
        >
          {section.label}
          {drafts.some((address) => isCurrent(section, address)) ? (
            <span className="ml-1.5 size-1.5 rounded-full bg-warn" title="Unsaved changes">
              <span className="sr-only">unsaved changes</span>
            </span>
          ) : null}
        </NextLink>
      ))}
    </nav>
  );
}
