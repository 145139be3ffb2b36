import type { InvitationPreview } from "../../../_server/invitation";

export interface AcceptProps {
  token: string;
  invitation: InvitationPreview;
}
