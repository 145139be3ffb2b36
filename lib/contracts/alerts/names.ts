// Enums of alerts. Browsers load this file, so it does not import zod.
/**
 * What an alert watches: a share of a project's traces, verdicts or feedback. `drift` is of verdicts, to both sides. `daily_cost` is
 * no share but what all traces of a day (UTC) cost.
 */
export const alertMeasures = ["errors", "latency", "cost", "daily_cost", "verdicts", "feedback", "drift"] as const;
export type AlertMeasure = (typeof alertMeasures)[number];
/** What the share is compared with: a limit of the alert, or the seven days before. */
export const alertComparisons = ["fixed", "week_before"] as const;
export type AlertComparison = (typeof alertComparisons)[number];
/** Whether the share is above or below what it is compared with. */
export const alertSides = ["above", "below"] as const;
export type AlertSide = (typeof alertSides)[number];
export const alertStates = ["watching", "learning", "muted", "off", "open"] as const;
export type AlertState = (typeof alertStates)[number];
/** An incident lasts while it is open or acknowledged. It recovers by itself, or a person closes it. */
export const incidentStatuses = ["open", "acknowledged", "recovered", "closed"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];
