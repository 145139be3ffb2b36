import { links } from "@/lib/client/links";
import type { Section } from "../../_components/section-nav";

/** The screens of simulation, in the order of the line above them. */
export const simulationSections: readonly Section[] = [
  { label: "Runs", href: links.runs() },
  { label: "Agents", href: links.agents() },
  { label: "Scenarios", href: links.scenarios() },
  { label: "Personas", href: links.personas() },
];
