import { isLoopback } from "@/lib/exchange/loopback";
import { mailDomain } from "./mail-domain";

/** Who may create an account: anyone, invited people only, or addresses at these mail domains. */
export type SignUp = "open" | "invite" | readonly string[];

export const BY_INVITATION = "Sign-up is by invitation. Ask an Owner or Admin.";

/** Why an address may not sign up; null if it may. */
export function signUpRefusal(who: SignUp, email: string): string | null {
  if (who === "open") return null;
  if (who === "invite") return BY_INVITATION;
  if (who.includes(mailDomain(email))) return null;
  return `Sign-up is open to addresses at ${listed(who)}. Others need an invitation. Ask an Owner or Admin.`;
}

/** One of several in a sentence: "a", "a or b", "a, b or c". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
}

interface Reach {
  host: string;
  /** The number of trusted proxies in front of the server. */
  proxies: number;
  /** The server's public URL, if set. */
  url: string | undefined;
}

/** The default if the operator has not chosen: open only on a server that no other machine can reach. */
export const defaultSignUp = ({ host, proxies, url }: Reach): "open" | "invite" =>
  isLoopback(host) && proxies === 0 && (url === undefined || isLoopback(new URL(url).hostname)) ? "open" : "invite";
