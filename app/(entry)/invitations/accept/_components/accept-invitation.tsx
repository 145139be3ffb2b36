"use client";
import type { AcceptProps } from "./accept-props";
import { ExistingPerson } from "./existing-person";
import { NewPerson } from "./new-person";
import { OtherPerson, SignedInPerson } from "./signed-in-person";

/** Shows the shortest form: one click if signed in as the invited person, a password for an existing account, else name and password. */
export function AcceptInvitation({ signedInAs, ...props }: AcceptProps & { signedInAs: string | null }) {
  const isInvited = signedInAs?.toLowerCase() === props.invitation.email.toLowerCase();
  if (signedInAs && isInvited) return <SignedInPerson {...props} />;
  if (signedInAs) return <OtherPerson {...props} signedInAs={signedInAs} />;
  return props.invitation.has_account ? <ExistingPerson {...props} /> : <NewPerson {...props} />;
}
