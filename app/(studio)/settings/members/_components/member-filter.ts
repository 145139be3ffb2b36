import type { MemberFilter } from "@/lib/client/account";

/** Which of the members are listed, as the address says it. The server and the browser read it alike. */
export function memberFilterOf(get: (name: string) => string | undefined): MemberFilter {
  const page = Number.parseInt(get("page") ?? "", 10);
  const search = get("search");
  return { ...(page > 1 ? { page } : {}), ...(search ? { search } : {}) };
}
