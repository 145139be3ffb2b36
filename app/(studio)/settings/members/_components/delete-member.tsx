"use client";
import { TypedDeleteDialog } from "@/app/_components/typed-delete-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { deleteMember } from "@/lib/client/data/erasure";
import type { Member } from "@/lib/contracts/accounts/organizations";

type Input = Parameters<typeof deleteMember.mutationFn>[0];
type Answer = Awaited<ReturnType<typeof deleteMember.mutationFn>>;

export function DeleteMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { user_id, name, email } = member;
  return (
    <TypedDeleteDialog
      title={`Delete the account of ${name}?`}
      action="Delete account"
      typed={{ label: "Email", at: "email", text: email }}
      remove={{ ...deleteMember, mutationFn: (gone: Input) => deleteMember.mutationFn(gone).then(announced(name)) }}
      input={(typed) => ({ user_id, email: typed })}
      onDeleted={onClose}
      onClose={onClose}
    >
      <p>
        Their name, email, password, keys and saved views are deleted, and they are signed out everywhere. Their work
        stays, attributed to a deleted user. It cannot be undone.
      </p>
      <p>Somebody who belongs to other organizations too is only removed from this one.</p>
    </TypedDeleteDialog>
  );
}

/** Part of the mutation: once no member matches, the list and this dialog may be unmounted. */
const announced =
  (name: string) =>
  (answer: Answer): Answer => {
    if (answer.outcome === "deleted") toast.done({ title: `The account of ${name} was deleted` });
    else
      toast.done({
        title: `${name} was removed`,
        description: "The account stays, because it belongs to other organizations too.",
      });
    return answer;
  };
