"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { LossList } from "@/app/_components/loss-list";
import { TypedDeleteDialog } from "@/app/_components/typed-delete-dialog";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { deleteOrganization, organizationLossesQuery } from "@/lib/client/data/erasure";
import { links } from "@/lib/client/links";
import { DeleteSection } from "../../_components/delete-section";

export const DeleteOrganization = ({ name }: { name: string }) => (
  <DeleteSection
    title="Delete the organization"
    description="Everything in it is deleted forever: datasets, annotations, traces, prompts, keys and the audit log."
    action="Delete organization…"
  >
    {(close) => (
      <TypedDeleteDialog
        title={`Delete ${name}?`}
        action="Delete organization"
        typed={{ label: "Name", at: "name", text: name }}
        remove={deleteOrganization}
        input={() => ({ name })}
        onDeleted={() => location.assign(links.home())}
        onClose={close}
      >
        <p>Nobody can open it from now on, and its keys stop working. It cannot be undone.</p>
        <Losses />
      </TypedDeleteDialog>
    )}
  </DeleteSection>
);

const Losses = () => (
  <Loaded
    found={useQuery(organizationLossesQuery())}
    problem="What would be deleted could not be counted"
    skeleton={<Skeleton className="h-24" />}
  >
    {(losses) => (
      <LossList
        losses={[
          [losses.members, "member"],
          [
            losses.people,
            "account of people who are in no other organization",
            "accounts of people who are in no other organization",
          ],
          [losses.queues, "queue"],
          [losses.annotations, "annotation"],
          [losses.datasets, "dataset"],
          [losses.traces, "trace"],
          [losses.prompts, "prompt"],
          [losses.api_keys, "API key"],
          [losses.gateway_keys, "gateway key"],
        ]}
      />
    )}
  </Loaded>
);
