"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { LossList } from "@/app/_components/loss-list";
import { TypedDeleteDialog } from "@/app/_components/typed-delete-dialog";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { accountLossesQuery, deleteAccount } from "@/lib/client/data/erasure";
import { links } from "@/lib/client/links";
import { DeleteSection } from "../../_components/delete-section";

export const DeleteAccount = ({ email }: { email: string }) => (
  <DeleteSection
    title="Delete your account"
    description="Your name, email, password, keys and saved views are deleted. Your work stays, attributed to a deleted user."
    action="Delete account…"
  >
    {(close) => (
      <TypedDeleteDialog
        title="Delete your account?"
        action="Delete account"
        typed={{ label: "Email", at: "email", text: email }}
        remove={deleteAccount}
        input={(typed) => ({ email: typed })}
        onDeleted={() => location.assign(links.home())}
        onClose={close}
      >
        <p>You are signed out everywhere. It cannot be undone.</p>
        <Losses />
      </TypedDeleteDialog>
    )}
  </DeleteSection>
);

const Losses = () => (
  <Loaded
    found={useQuery(accountLossesQuery())}
    problem="What would be deleted could not be counted"
    skeleton={<Skeleton className="h-16" />}
  >
    {({ organizations, api_keys, saved_views, last_owner_of }) =>
      last_owner_of.length > 0 ? (
        <p className="text-bad">
          You are the last Owner of {last_owner_of.map(({ name }) => name).join(", ")}. Make somebody an Owner, or
          delete the organization, first.
          {organizations === 1 ? " Deleting the organization deletes your account too." : ""}
        </p>
      ) : (
        <LossList
          losses={[
            [organizations, "membership of an organization", "memberships of organizations"],
            [api_keys, "API key"],
            [saved_views, "saved view"],
          ]}
        />
      )
    }
  </Loaded>
);
