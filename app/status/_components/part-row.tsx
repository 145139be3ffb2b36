import { LookStatus } from "@/app/_ui/feedback/look-status";
import type { Look } from "@/app/_ui/feedback/status";
import type { Output } from "@/lib/contracts/contract";
import { STATUS_DAYS } from "@/lib/contracts/limits";
import type { PartState, StatusPart } from "@/lib/contracts/names";
import type { getStatus } from "@/lib/contracts/status";
import { shareAnswered, stateOfDay } from "@/lib/platform/status/rules/day-summary";

export type StatusOutput = Output<typeof getStatus>;
export type RecordedDay = NonNullable<StatusOutput["history"]>[number];

export const partNames: Record<StatusPart, string> = {
  platform: "Platform",
  gateway: "Gateway",
  jobs: "Background jobs",
  database: "Database",
  redis: "Redis",
};

export const stateLooks: Record<PartState, Look & { fill: string }> = {
  working: { word: "Working", tone: "good", shape: "check", fill: "fill-good" },
  degraded: { word: "Degraded", tone: "warn", shape: "alert", fill: "fill-warn" },
  down: { word: "Down", tone: "bad", shape: "cross", fill: "fill-bad" },
};

export function headingOf(parts: StatusOutput["parts"]): string {
  const named = (state: PartState) => parts.filter((each) => each.state === state).map(({ part }) => partNames[part]);
  const [down, degraded] = [named("down"), named("degraded")];
  if (down.length > 0) return `Down: ${down.join(", ")}`;
  return degraded.length > 0 ? `Degraded: ${degraded.join(", ")}` : "Everything works";
}

export const minutesOf = (day: RecordedDay) => ({
  working: day.working_minutes,
  degraded: day.degraded_minutes,
  down: day.down_minutes,
});

interface Props {
  part: StatusPart;
  state: PartState;
  history: StatusOutput["history"];
  today: Date;
}

export function PartRow({ part, state, history, today }: Props) {
  const days = (history ?? []).filter((day) => day.part === part);
  const share = shareAnswered(days.map(minutesOf));
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[10rem_8rem_1fr] sm:items-center">
      <h3 className="font-medium">{partNames[part]}</h3>
      <LookStatus look={stateLooks[state]} />
      <div className="grid gap-1">
        {days.length > 0 ? <Strip name={partNames[part]} days={days} today={today} /> : null}
        <p className="text-xs text-soft tabular-nums">
          {share === null ? "No record" : `${shareText(share)} answered, of ${recordedText(days)}`}
        </p>
      </div>
    </li>
  );
}

/** Rounded down: 99.996 % is not all. */
const shareText = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;

const recordedText = (days: readonly RecordedDay[]): string =>
  days.length === 1 ? "one recorded day" : `${days.length} recorded days`;

const DAY_MS = 86_400_000;
const STEP = 4;
const HEIGHT = 24;

/** A bar a day, today at the right. Days without a record are low and grey; height differs before colour does. */
function Strip({ name, days, today }: { name: string; days: readonly RecordedDay[]; today: Date }) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const troubled = days.filter((day) => stateOfDay(minutesOf(day)) !== "working").length;
  const label = `${name}: ${days.length} of the last ${STATUS_DAYS} days recorded, ${troubled} of them with trouble`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${STATUS_DAYS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-6 w-full"
    >
      {Array.from({ length: STATUS_DAYS }, (_, index) => {
        const day = new Date(today.getTime() - (STATUS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
        const recorded = byDay.get(day);
        const height = recorded ? (stateOfDay(minutesOf(recorded)) === "working" ? HEIGHT - 6 : HEIGHT) : 3;
        return (
          <rect
            key={day}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            className={recorded ? stateLooks[stateOfDay(minutesOf(recorded))].fill : "fill-line"}
          />
        );
      })}
    </svg>
  );
}
