import {
  Bell,
  Bot,
  Database,
  Drama,
  FlaskConical,
  Gauge,
  House,
  KeyRound,
  Layers,
  ListChecks,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Plus,
  ScrollText,
  Tags,
  Users,
  Waypoints,
} from "lucide-react";
import { links } from "@/lib/client/links";

export interface PageLink {
  label: string;
  href: string;
  Icon: LucideIcon;
  /** Second of two keys, after "g". */
  key?: string;
}

/** The rail's sections, in the order of the work. */
export const railGroups: readonly { title: string | null; pages: readonly PageLink[] }[] = [
  {
    title: null,
    pages: [
      { label: "Home", href: links.home(), Icon: House, key: "h" },
      { label: "Queues", href: links.queues(), Icon: ListChecks, key: "q" },
      { label: "Labels", href: links.labels(), Icon: Tags, key: "l" },
      { label: "Datasets", href: links.datasets(), Icon: Database, key: "d" },
      { label: "Prompts", href: links.prompts(), Icon: NotebookPen, key: "p" },
      { label: "Traces", href: links.traces(), Icon: ListTree, key: "t" },
      { label: "Evaluate", href: links.evalTemplates(), Icon: Gauge, key: "e" },
      { label: "Simulate", href: links.simulation(), Icon: MessagesSquare, key: "s" },
      { label: "Gateway", href: links.gatewayKeys(), Icon: Waypoints, key: "g" },
    ],
  },
  {
    title: "Settings",
    pages: [
      { label: "API keys", href: links.apiKeys(), Icon: KeyRound, key: "k" },
      { label: "Members", href: links.members(), Icon: Users, key: "m" },
    ],
  },
];

/** Only found by search. */
export const actionPages: readonly PageLink[] = [
  { label: "Create a queue", href: links.newQueue(), Icon: Plus },
  { label: "Try an evaluation in the playground", href: links.playground(), Icon: FlaskConical },
  { label: "Evaluation groups", href: links.evalGroups(), Icon: Layers },
  { label: "Evaluate spans as they arrive", href: links.newEvalTask(), Icon: ListTree },
  { label: "Create an agent", href: links.newAgent(), Icon: Bot },
  { label: "Personas", href: links.personas(), Icon: Drama },
  { label: "Evaluation logs", href: links.evalLogs(), Icon: ScrollText },
];

/** The bell. */
const notificationsPage: PageLink = { label: "Notifications", href: links.notifications(), Icon: Bell, key: "n" };

export const allPages = [...railGroups.flatMap((group) => group.pages), notificationsPage];
