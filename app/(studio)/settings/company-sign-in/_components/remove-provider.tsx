"use client";
import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { deleteCompanySignIn } from "@/lib/client/account";
import { DeleteSection } from "../../_components/delete-section";

export function RemoveProvider() {
  const { mutate, isPending } = useMutation(deleteCompanySignIn);
  return (
    <DeleteSection
      title="Remove the provider"
      description="Nobody can sign in with the company after that. People stay members."
      action="Remove provider…"
    >
      {(close) => (
        <ConfirmDialog
          onClose={close}
          title="Remove the provider?"
          action="Remove provider"
          busy={isPending}
          onConfirm={() => mutate({}, { onSettled: close })}
        >
          The sessions that it began end. People without a password choose one with a link, by mail or from you. Domains
          stay.
        </ConfirmDialog>
      )}
    </DeleteSection>
  );
}
