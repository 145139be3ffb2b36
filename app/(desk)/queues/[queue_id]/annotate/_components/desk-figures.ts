// The figures of the desk's header: mine, the team's, the pace and the time left, each with its unit.
import { countedOf, durationText, quantity } from "@/app/_ui/figure/numbers";
import { MAX_COUNTED } from "@/lib/contracts/limits";
import { medianOf } from "./halt/median-duration";

interface Progress {
  total: number;
  completed: number;
  in_review: number;
  annotator_stats: readonly { completed: number }[];
  user_progress: { completed: number; left: number };
}

/** Annotated items and all of them; with several annotators an item, annotations. Work in review is annotated. */
export function teamOf(progress: Progress, annotationsRequired: number) {
  const { total, completed, in_review, annotator_stats } = progress;
  const all = total * annotationsRequired;
  const done =
    annotationsRequired === 1
      ? completed + in_review
      : annotator_stats.reduce((sum, person) => sum + person.completed, 0);
  // Annotators' checks count as theirs, but are no work of the queue.
  const shown = Math.min(done, all);
  return { done: shown, all, text: countedOf(shown, all, annotationsRequired === 1 ? "item" : "annotation") };
}

/** One's own items: "You 60 items". */
export const ownText = ({ user_progress }: Progress): string => quantity(user_progress.completed, "item");

/** Fewer submits say little of a pace. */
const FEWEST = 3;

/** "45 s an item, about 6 h left"; null before there is a pace. */
export function paceText({ user_progress: { left } }: Progress, durations: readonly number[]): string | null {
  const median = durations.length < FEWEST ? null : medianOf(durations);
  if (median === null) return null;
  const pace = `${durationText(median)} an item`;
  if (left === 0) return pace;
  return `${pace}, ${left >= MAX_COUNTED ? "over" : "about"} ${roundedText(left * median)} left`;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function roundedText(ms: number): string {
  if (ms >= 10 * HOUR_MS) return `${Math.round(ms / HOUR_MS)} h`;
  if (ms >= HOUR_MS) return `${Math.round((10 * ms) / HOUR_MS) / 10} h`;
  return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
}
