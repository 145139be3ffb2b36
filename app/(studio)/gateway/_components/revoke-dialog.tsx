"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { revokeGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

export const RevokeDialog = ({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Revoke ${gatewayKey.name}?`}
    action="Revoke key"
    change={revokeGatewayKey}
    input={{ key_id: gatewayKey.id }}
  >
    The gateway refuses the next request with this key. This cannot be undone. Its spend stays in the ledger.
  </ConfirmChange>
);
