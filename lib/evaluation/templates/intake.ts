// How a template handles empty and missing inputs, derived from its metric.
import { computedByName } from "../metrics";
import type { Subject } from "./evaluate";
import { isOwnCode } from "./rules/definition";
import type { Intake } from "./rules/inputs";

type Kind = Pick<Subject, "name" | "evalType" | "definition">;

/** Whether it runs without a judge. */
export const isComputed = ({ evalType, definition }: Omit<Kind, "name">): boolean =>
  isOwnCode(definition) || (evalType === "code" && definition.children.length === 0);

const readsJson = (kind: Kind): boolean =>
  isOwnCode(kind.definition) || computedByName.get(kind.name)?.empty.reads === "JSON";

/**
 * A composite accepts what all its parts accept. If all parts are functions it needs every input, as each of them does.
 */
export function intakeOf({ children, ...own }: Subject, isBuiltIn: boolean): Intake {
  const parts: readonly Kind[] = children.length > 0 ? children.map(({ subject }) => subject) : [own];
  const emptyIsValue = parts.every(isComputed);
  return {
    needsAll: isBuiltIn || (children.length > 0 && emptyIsValue),
    emptyIsValue,
    nullIsValue: emptyIsValue && parts.every(readsJson),
  };
}
