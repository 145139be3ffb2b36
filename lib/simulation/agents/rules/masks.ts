// Masks secrets in answers, and recognizes the masks when clients send them back.
const SHORTEST_SHOWN = 12;
const STARS = "****";

/** The first and last four characters, if enough of the secret stays hidden; nothing for no secret. */
export function masked(secret: string | undefined): string {
  if (!secret) return "";
  return secret.length < SHORTEST_SHOWN ? STARS : `${secret.slice(0, 4)}...${secret.slice(-4)}`;
}

/** Whether a text is the masked form of a secret. */
export const isMask = (text: string): boolean => /^\*{4,}$|^.{4}\.{3}.{4}$/s.test(text);
