import type { ReactNode } from "react";
import { Status } from "@/app/_ui/status";

interface Props {
  title: string;
  hint?: ReactNode;
  /** What is wrong with the whole of it. */
  problem?: string | undefined;
  /** One within another. */
  isInner?: boolean;
  children: ReactNode;
}

/** Fields that belong together, under one name. */
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
