import type { ReactNode } from "react";
import { type Look, Status } from "./status";

/** A state drawn as its look says. */
export const LookStatus = ({ look: { word, tone, shape } }: { look: Look }) => (
  <Status tone={tone} shape={shape}>
    {word}
  </Status>
);

/** A check or a cross, for what passed or did not. */
export const PassStatus = ({ passed, children }: { passed: boolean; children: ReactNode }) => (
  <Status tone={passed ? "good" : "bad"} shape={passed ? "check" : "cross"}>
    {children}
  </Status>
);
