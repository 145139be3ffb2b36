import { links } from "@/lib/client/links";
import type { Section } from "../../_components/section-nav";

/** The simulation screens in the order of their navigation. */
export const simulationSections: readonly Section[] = [
  { label: "Runs", href: links.runs() },
  { label: "Agents", href: links.agents() },
  { label: "Scenarios", href: links.scenarios() },
  { label: "Personas", href: links.personas() },
];
