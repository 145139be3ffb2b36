"use client";
import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { revokeGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

export function RevokeDialog({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) {
  const { mutate, isPending } = useMutation(revokeGatewayKey);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke ${gatewayKey.name}?`}
      action="Revoke key"
      busy={isPending}
      onConfirm={() => mutate({ key_id: gatewayKey.id }, { onSettled: onClose })}
    >
      The gateway refuses the next request with this key. This cannot be undone. Its spend stays in the ledger.
    </ConfirmDialog>
  );
}
