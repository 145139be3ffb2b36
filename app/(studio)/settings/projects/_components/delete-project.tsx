"use client";
import { TypedDeleteDialog } from "@/app/_components/typed-delete-dialog";
import { TracedLosses } from "@/app/(studio)/traces/_components/traced-losses";
import { deleteProject } from "@/lib/client/data/erasure";
import { DeleteSection } from "../../_components/delete-section";

export const DeleteProject = ({ id, name }: { id: string; name: string }) => (
  <DeleteSection
    title="Delete the project"
    description="This deletes its traces with their scores and evaluations, its tasks, and its masking rules."
    action="Delete project…"
  >
    {(close) => (
      <TypedDeleteDialog
        title={`Delete ${name}?`}
        action="Delete project"
        typed={{ label: "Name", at: "name", text: name }}
        remove={deleteProject}
        input={() => ({ project_id: id, name })}
        onDeleted={close}
        onClose={close}
      >
        <p>Large projects take a while. Deletion continues in the background, and cannot be undone.</p>
        <TracedLosses of={{ project_id: id }} />
      </TypedDeleteDialog>
    )}
  </DeleteSection>
);
