import { LinkButton } from "@/app/_ui/link-button";

interface Props {
  /** Where it leads. */
  href: string;
  isChanged: boolean;
  forget: () => void;
}

/** Leaves a form for good. Any other way out keeps what was written. */
export const LeaveForm = ({ href, isChanged, forget }: Props) => (
  <LinkButton look="ghost" href={href} onClick={forget}>
    {isChanged ? "Discard" : "Cancel"}
  </LinkButton>
);
