import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link within a sentence. */
export function TextLink(props: ComponentProps<typeof NextLink>) {
  return <NextLink className="reach font-medium text-accent underline underline-offset-2" {...props} />;
}
