import { LinkButton } from "@/app/_ui/button/link-button";

interface Props {
  /** Where the link goes. */
  href: string;
  isChanged: boolean;
  forget: () => void;
}

/** Leaves a form and discards its draft. Any other way out keeps the draft. */
export const LeaveForm = ({ href, isChanged, forget }: Props) => (
  <LinkButton look="ghost" href={href} onClick={forget}>
    {isChanged ? "Discard" : "Cancel"}
  </LinkButton>
);
