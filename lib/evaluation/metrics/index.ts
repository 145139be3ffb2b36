// Every computed template, by name.
import { forms } from "./strings/forms";
import { keywords } from "./strings/keywords";
import { lengths } from "./strings/lengths";
import type { ComputedTemplate } from "./template";

export type { ComputedOutput, ComputedTemplate, Outcome } from "./template";

export const computedTemplates: readonly ComputedTemplate[] = [...keywords, ...lengths, ...forms].sort((one, other) =>
  one.name < other.name ? -1 : 1,
);
