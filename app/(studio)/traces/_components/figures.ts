import { latencyText } from "../../gateway/requests/_components/figures";

/** Milliseconds of a span, which knows parts of them. */
export const durationText = (ms: number): string => latencyText(ms < 10 ? Number(ms.toPrecision(2)) : Math.round(ms));
