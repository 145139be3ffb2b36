import type { ReactNode } from "react";
import { Status } from "@/app/_ui/feedback/status";
import type { Look } from "./words";

/** A state drawn as its look says. */
export const LookStatus = ({ look: { word, ...face }, className }: { look: Look; className?: string }) => (
  <Status {...face} {...(className ? { className } : {})}>
    {word}
  </Status>
);

/** A check or a cross, for what passed or did not. */
export const PassStatus = ({ passed, children }: { passed: boolean; children: ReactNode }) => (
  <Status tone={passed ? "good" : "bad"} shape={passed ? "check" : "cross"}>
    {children}
  </Status>
);
