import { LookStatus } from "@/app/_ui/feedback/look-status";
import type { Look } from "@/app/_ui/feedback/status";
import type { IncidentStatus as Name } from "@/lib/contracts/alerts/names";

const words: Record<Name, Look> = {
  open: { word: "Open", tone: "bad", shape: "alert" },
  acknowledged: { word: "Acknowledged", tone: "warn", shape: "half" },
  recovered: { word: "Recovered", tone: "good", shape: "check" },
  closed: { word: "Closed", tone: "neutral", shape: "archive" },
};

export const IncidentStatus = ({ status }: { status: Name }) => <LookStatus look={words[status]} />;
