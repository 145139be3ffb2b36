"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { deleteCompanySignIn } from "@/lib/client/account";
import { DeleteSection } from "../../_components/delete-section";

export function RemoveProvider() {
  return (
    <DeleteSection
      title="Remove the provider"
      description="Nobody can sign in with the company after that. People stay members."
      action="Remove provider…"
    >
      {(close) => (
        <ConfirmChange
          onClose={close}
          title="Remove the provider?"
          action="Remove provider"
          change={deleteCompanySignIn}
          input={{}}
        >
          The sessions that it began end. People without a password choose one with a link, by mail or from you. Domains
          stay.
        </ConfirmChange>
      )}
    </DeleteSection>
  );
}
