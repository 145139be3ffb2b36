const SHOWN = 3;

interface RevokedAccess {
  revoked_keys?: number;
  revoked_invitations: readonly string[];
}

/** The access that ended with a membership or a role, one sentence each. Empty if there was none. */
export function whatEnded({ revoked_keys = 0, revoked_invitations: emails }: RevokedAccess): { description?: string } {
  const more = emails.length > SHOWN ? ` and ${emails.length - SHOWN} more` : "";
  const sentences = [
    ...(revoked_keys > 0 ? [`API keys revoked: ${revoked_keys}.`] : []),
    ...(emails.length > 0 ? [`Invitations revoked: ${emails.slice(0, SHOWN).join(", ")}${more}.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}
