import NextLink from "next/link";
import { links } from "@/lib/client/links";

/** A link to one turn of the conversation. */
export function TurnLink({ callId, turn }: { callId: string; turn: number }) {
  return (
    <NextLink
      href={links.call(callId, turn)}
      className="reach whitespace-nowrap underline underline-offset-2 hover:text-ink"
    >
      Turn {turn + 1}
    </NextLink>
  );
}
