import NextLink from "next/link";
import type { ReactNode } from "react";

/** A link within a sentence. */
export const Inline = ({ href, children }: { href: string; children: ReactNode }) => (
  <NextLink href={href} className="reach text-accent underline underline-offset-2">
    {children}
  </NextLink>
);
