"use client";
import type { AcceptProps } from "./accept-props";
import { ExistingPerson } from "./existing-person";
import { NewPerson } from "./new-person";
import { OtherPerson, SignedInPerson } from "./signed-in-person";

/** The shortest way in: one click when signed in as the invited, a password when known, else name and password. */
export function AcceptInvitation({ signedInAs, ...props }: AcceptProps & { signedInAs: string | null }) {
  const isInvited = signedInAs?.toLowerCase() === props.invitation.email.toLowerCase();
  if (signedInAs && isInvited) return <SignedInPerson {...props} />;
  if (signedInAs) return <OtherPerson {...props} signedInAs={signedInAs} />;
  return props.invitation.has_account ? <ExistingPerson {...props} /> : <NewPerson {...props} />;
}
