import type { ReactNode } from "react";
import { Status } from "@/app/_ui/feedback/status";

interface Props {
  title: string;
  hint?: ReactNode;
  /** A problem with the group as a whole. */
  problem?: string | undefined;
  /** Whether the group is nested in another. */
  isInner?: boolean;
  children: ReactNode;
}

/** A group of fields with a title. */
export function FieldGroup({ title, hint, problem, isInner = false, children }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className={isInner ? "font-medium" : "text-base font-medium"}>{title}</legend>
      {hint ? <p className="mb-2 text-xs text-faint">{hint}</p> : null}
      {problem ? <ProblemLine>{problem}</ProblemLine> : null}
      <div className="mt-2">{children}</div>
    </fieldset>
  );
}

export const ProblemLine = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mb-2">
    <Status tone="bad" shape="alert" className="text-xs whitespace-normal!">
      {children}
    </Status>
  </p>
);
