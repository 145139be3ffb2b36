import {
  Bell,
  Bot,
  Braces,
  Building2,
  Database,
  Gauge,
  House,
  KeyRound,
  ListChecks,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Tags,
  Users,
  Waypoints,
} from "lucide-react";
import { links } from "@/lib/client/links";
import { mayManageMembers, mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { evaluationSections } from "../../evaluate/_components/sections";
import { gatewaySections } from "../../gateway/_components/sections";
import { settingsGroups } from "../../settings/_components/sections";
import { simulationSections } from "../../simulation/_components/sections";
import { traceSections } from "../../traces/_components/sections";

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
      { label: "API", href: links.api(), Icon: Braces, key: "a" },
      { label: "API keys", href: links.apiKeys(), Icon: KeyRound, key: "k" },
      { label: "Members", href: links.members(), Icon: Users, key: "m" },
    ],
  },
];

export interface ActionLink extends Omit<PageLink, "key"> {
  /** Two keys, one after the other. */
  keys?: string;
  /** What the person must be allowed to; the server refuses others. */
  needs: "write" | "members";
}

/** What the palette begins. Each address opens the form or the dialog. */
export const actionPages: readonly ActionLink[] = [
  { label: "Create a queue", href: links.newQueue(), Icon: ListChecks, keys: "o q", needs: "write" },
  { label: "Create a label", href: links.newLabel(), Icon: Tags, keys: "o l", needs: "write" },
  { label: "Import a dataset", href: links.importDataset(), Icon: Database, keys: "o d", needs: "write" },
  { label: "Create a prompt", href: links.newPrompt(), Icon: NotebookPen, keys: "o p", needs: "write" },
  { label: "Create a run", href: links.newRun(), Icon: MessagesSquare, keys: "o r", needs: "write" },
  { label: "Create an agent", href: links.newAgent(), Icon: Bot, keys: "o a", needs: "write" },
  { label: "Evaluate spans as they arrive", href: links.newEvalTask(), Icon: ListTree, keys: "o t", needs: "write" },
  { label: "Invite a member", href: links.invite(), Icon: Users, keys: "o i", needs: "members" },
];

/** The actions that the role allows. */
export const actionsFor = (role: OrganizationRole | undefined): readonly ActionLink[] =>
  actionPages.filter(({ needs }) => (needs === "write" ? mayWrite(role) : mayManageMembers(role)));

/** The bell. */
const notificationsPage: PageLink = { label: "Notifications", href: links.notifications(), Icon: Bell, key: "n" };

export const allPages = [...railGroups.flatMap((group) => group.pages), notificationsPage];

interface FoundPage extends PageLink {
  /** Where the page is. */
  hint: string;
}

const areas = [
  { hint: "Traces", Icon: ListTree, sections: traceSections },
  { hint: "Evaluate", Icon: Gauge, sections: evaluationSections },
  { hint: "Simulate", Icon: MessagesSquare, sections: simulationSections },
  { hint: "Gateway", Icon: Waypoints, sections: gatewaySections },
  { hint: "Settings", Icon: Building2, sections: settingsGroups.flatMap(({ pages }) => pages) },
];

const otherWords: Record<string, string> = {
  [links.evalTemplates()]: "judge metric evaluator scorer",
  [links.experiments()]: "compare prompts",
  [links.calibrations()]: "judge agreement kappa",
  [links.incidents()]: "alerts",
  [links.evalGroups()]: "evaluation groups",
  [links.evalLogs()]: "evaluation logs",
  [links.gatewayKeys()]: "gateway keys budget credits limits",
  [links.gatewayModels()]: "provider prices",
  [links.gatewayConfiguration()]: "provider budget routing fallback cache",
  [links.gatewayRequests()]: "log",
  [links.gatewaySpend()]: "cost usage bill",
  [links.organization()]: "organization",
  [links.companySettings()]: "SSO OIDC single sign-on",
  [links.members()]: "team people users roles invite",
  [links.data()]: "delete",
};

const known = new Set(allPages.map(({ href }) => href));

/** The screens behind the rail's. Only found by search. */
export const morePages: readonly FoundPage[] = areas.flatMap(({ hint, Icon, sections }) =>
  sections.flatMap(({ label, href }) => (known.has(href) ? [] : { label, href, Icon, hint })),
);

/** What a page is also found by. */
export const wordsFor = (href: string | undefined): string => (href ? (otherWords[href] ?? "") : "");
