import NextLink from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "../class-names";

interface Props extends Pick<ComponentProps<typeof NextLink>, "children" | "onClick" | "onFocus"> {
  href: string;
  /** Whether the page is loaded in advance. Not in a list that gets new rows all the time. */
  prefetches?: boolean;
  /** Less weight, as for what was read. */
  isQuiet?: boolean;
}

/** The link in a table's first column that opens the row; arrow keys move between them. */
export function RowLink({ href, prefetches = true, isQuiet = false, children, ...handlers }: Props) {
  return (
    <NextLink
      data-row=""
      href={href}
      {...(prefetches ? {} : { prefetch: false })}
      className={classNames(
        "reach block truncate pointer-coarse:overflow-visible hover:underline hover:underline-offset-2",
        isQuiet ? "text-soft" : "font-medium text-ink",
      )}
      {...handlers}
    >
      {children}
    </NextLink>
  );
}
