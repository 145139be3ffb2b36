import { Status } from "@/app/_ui/feedback/status";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

const looks = {
  active: { tone: "good", shape: "check", word: "Active" },
  paused: { tone: "warn", shape: "pause", word: "Paused" },
  expired: { tone: "warn", shape: "skip", word: "Expired" },
  revoked: { tone: "neutral", shape: "cross", word: "Revoked" },
} as const;

export function KeyStatus({ status }: { status: GatewayKey["status"] }) {
  const { tone, shape, word } = looks[status];
  return (
    <Status tone={tone} shape={shape}>
      {word}
    </Status>
  );
}
