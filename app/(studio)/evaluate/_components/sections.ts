import { links } from "@/lib/client/links";
import type { Section } from "../../_components/section-nav";

/** The evaluation screens, in navigation order. */
export const evaluationSections: readonly Section[] = [
  { label: "Templates", href: links.evalTemplates(), details: "/evaluate/templates/" },
  { label: "Groups", href: links.evalGroups() },
  { label: "Playground", href: links.playground() },
  { label: "Tasks", href: links.evalTasks(), details: "/evaluate/tasks/" },
  { label: "Experiments", href: links.experiments() },
  { label: "Comparison", href: links.compareEvalRuns() },
  { label: "Calibration", href: links.calibrations() },
  { label: "Logs", href: links.evalLogs() },
];
