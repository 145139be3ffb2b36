import NextLink from "next/link";
import type { ReactNode } from "react";

/** The link in a table's first column that opens the row; arrow keys move between them. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NextLink
      data-row=""
      href={href}
      className="reach block truncate font-medium pointer-coarse:overflow-visible text-ink hover:underline hover:underline-offset-2"
    >
      {children}
    </NextLink>
  );
}
