import type { ReactNode } from "react";
import { ForAdmins } from "../../_components/for-admins";

export const ForWebhookAdmins = ({ children }: { children: ReactNode }) => (
  <ForAdmins title="Webhooks" reserved="Owners and Admins set up webhooks" hint="Ask one of them to add your address.">
    {children}
  </ForAdmins>
);
