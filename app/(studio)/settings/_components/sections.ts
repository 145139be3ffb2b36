import { links } from "@/lib/client/links";

/** The settings screens in the order of their navigation. */
export const settingsGroups = [
  { title: "You", pages: [{ label: "Profile", href: links.profile() }] },
  {
    title: "Organization",
    pages: [
      { label: "General", href: links.organization() },
      { label: "Members", href: links.members() },
      { label: "Company sign-in", href: links.companySettings() },
      { label: "API keys", href: links.apiKeys() },
      { label: "Projects", href: links.projects() },
      { label: "Webhooks", href: links.webhooks() },
      { label: "Audit log", href: links.audit() },
      { label: "Data retention", href: links.data() },
    ],
  },
];
