// Secrets as answers show them, and as they come back.
const SHORTEST_SHOWN = 12;
const STARS = "****";

/** The first and last four characters of a secret that is long enough to keep the rest; of none nothing. */
export function masked(secret: string | undefined): string {
  if (!secret) return "";
  return secret.length < SHORTEST_SHOWN ? STARS : `${secret.slice(0, 4)}...${secret.slice(-4)}`;
}

/** Whether a text is the masked form of a secret. */
export const isMask = (text: string): boolean => /^\*{4,}$|^.{4}\.{3}.{4}$/s.test(text);
