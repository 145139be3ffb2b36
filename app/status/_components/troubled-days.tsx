import { LookStatus } from "@/app/_ui/feedback/look-status";
import { stateOfDay } from "@/lib/platform/status/rules/day-summary";
import { minutesOf, partNames, type RecordedDay, stateLooks } from "./part-row";

/** The days on which a part did not work, latest first. */
export function TroubledDays({ history }: { history: readonly RecordedDay[] }) {
  const troubled = history.filter((day) => stateOfDay(minutesOf(day)) !== "working").toReversed();
  return (
    <section aria-labelledby="trouble">
      <h2 id="trouble" className="mb-2 text-base font-medium">
        Days with trouble
      </h2>
      {troubled.length === 0 ? (
        <p className="text-soft">None in the recorded days.</p>
      ) : (
        <table className="w-full tabular-nums">
          <thead className="text-left text-xs text-soft">
            <tr className="border-b border-line">
              <th className="py-1.5 font-medium">Day</th>
              <th className="font-medium">Part</th>
              <th className="font-medium">State</th>
              <th className="text-right font-medium">Minutes</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {troubled.map((day) => (
              <tr key={`${day.day} ${day.part}`} className="h-9">
                <td>{day.day}</td>
                <td>{partNames[day.part]}</td>
                <td>
                  <LookStatus look={stateLooks[stateOfDay(minutesOf(day))]} />
                </td>
                <td className="text-right">{day.degraded_minutes + day.down_minutes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
