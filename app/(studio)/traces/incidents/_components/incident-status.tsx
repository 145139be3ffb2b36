import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { IncidentStatus as Name } from "@/lib/contracts/alerts/names";

const words: Record<Name, { word: string; tone: Tone; shape: Shape }> = {
  open: { word: "Open", tone: "bad", shape: "alert" },
  acknowledged: { word: "Acknowledged", tone: "warn", shape: "half" },
  recovered: { word: "Recovered", tone: "good", shape: "check" },
  closed: { word: "Closed", tone: "neutral", shape: "archive" },
};

export function IncidentStatus({ status }: { status: Name }) {
  const { word, tone, shape } = words[status];
  return (
    <Status tone={tone} shape={shape}>
      {word}
    </Status>
  );
}
