"use client";
import { useMutation } from "@tanstack/react-query";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Button } from "@/app/_ui/button/button";
import { pauseGatewayKey, resumeGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

/** Asks before it pauses a key; resumes one at once. */
export function PauseButton({
  gatewayKey: { id, paused_at },
  onPause,
}: {
  gatewayKey: GatewayKey;
  onPause: () => void;
}) {
  const resume = useMutation(resumeGatewayKey);
  if (paused_at === null) return <Button onClick={onPause}>Pause…</Button>;
  return (
    <Button disabled={resume.isPending} onClick={() => resume.mutate({ key_id: id, paused: false })}>
      Resume
    </Button>
  );
}

export const PauseDialog = ({ gatewayKey, onClose }: { gatewayKey: GatewayKey; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Pause ${gatewayKey.name}?`}
    action="Pause key"
    danger={false}
    change={pauseGatewayKey}
    input={{ key_id: gatewayKey.id, paused: true }}
  >
    The gateway refuses the next request with this key, until you resume it. Its limits, spend and credits do not
    change.
  </ConfirmChange>
);
