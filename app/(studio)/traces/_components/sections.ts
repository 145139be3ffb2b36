import { links } from "@/lib/client/links";

export const traceSections = [
  { label: "Traces", href: links.traces() },
  { label: "Sessions", href: links.tracedSessions() },
  { label: "Projects", href: links.tracedProjects() },
  { label: "Incidents", href: links.incidents() },
];
