/** Addresses of the screens. */
export const links = {
  home: () => "/",
  queues: () => "/queues",
  newQueue: () => "/queues?new=1",
  queue: (id: string, tab?: string) => `/queues/${id}${tab ? `?tab=${tab}` : ""}`,
  desk: (queueId: string, itemId?: string) => `/queues/${queueId}/annotate${itemId ? `?item=${itemId}` : ""}`,
  labels: () => "/labels",
  datasets: () => "/datasets",
  /** The dialog that makes a queue of a dataset's rows. */
  queueOfDataset: (id: string) => `/datasets/${id}?queue=1`,
  importDataset: () => "/datasets/import",
  dataset: (id: string) => `/datasets/${id}`,
  settings: () => "/settings",
  apiKeys: () => "/settings/keys",
  members: () => "/settings/members",
  organization: () => "/settings/organization",
  profile: () => "/settings/profile",
  signIn: (next?: string) => `/sign-in${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  signUp: (next?: string) => `/sign-up${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  invitation: (token: string) => `/invitations/accept?token=${encodeURIComponent(token)}`,
} as const;
