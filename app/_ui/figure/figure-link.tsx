import NextLink from "next/link";
import type { ReactNode } from "react";
import { useCoarse } from "../use-coarse";

interface Props {
  /** Where a part of a figure leads; none for a part that leads nowhere. */
  href: string | undefined;
  label: string;
  children: ReactNode;
}

/** A part of a figure that leads to what it stands for. A finger is too large for it: on a phone the table has the links. */
export function FigureLink({ href, label, children }: Props) {
  const isCoarse = useCoarse();
  if (href === undefined || isCoarse) return <g>{children}</g>;
  return (
    <NextLink href={href} prefetch={false} aria-label={label} className="hover:opacity-70 focus-visible:opacity-70">
      {children}
    </NextLink>
  );
}
