"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { ReviewDialog } from "./review-dialog";
import { useConfigDraft } from "./use-draft";

interface Props {
  organizationId: string;
  reviewing: boolean;
  onReviewing: (reviewing: boolean) => void;
  onGoTo: (field: string) => void;
}

/** The unsaved changes, with the actions to save or discard them. */
export function DraftBar({ organizationId, reviewing, onReviewing, onGoTo }: Props) {
  const draft = useConfigDraft();
  const [discarding, setDiscarding] = useState(false);
  const canReview = draft.isDirty && draft.unread === null;
  const review = () => {
    draft.ask();
    onReviewing(true);
  };
  useShortcuts(
    "Page",
    canReview
      ? [{ keys: "mod+s", description: "Review and save the changes", run: keyed(review), whileTyping: true }]
      : [],
  );
  if (!draft.isDirty) return null;
  const { changes = [] } = draft.preview.data ?? {};
  const { problems } = draft;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      <div role="status" className="mr-auto grid">
        {draft.unread !== null ? (
          <Status tone="bad" shape="alert">
            The text cannot be parsed
          </Status>
        ) : problems.length > 0 ? (
          <Status tone="warn" shape="alert">
            Not saved: {quantity(problems.length, "problem")} left
          </Status>
        ) : (
          <Status tone="warn" shape="half">
            {changes.length > 0 ? `${quantity(changes.length, "change")} not saved` : "Changes not saved"}
          </Status>
        )}
        {draft.isOutdated ? (
          <span className="text-xs text-soft">
            {draft.active?.version ? `Version ${draft.active.version}` : "Another version"} was activated since you
            started.
          </span>
        ) : null}
      </div>
      <div className="flex gap-2">
        <Button onClick={() => setDiscarding(true)}>Discard</Button>
        <Button look="primary" keys="mod+s" disabled={!canReview} onClick={review}>
          Review and save
        </Button>
      </div>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title="Discard the changes?"
        action="Discard"
        onConfirm={() => {
          setDiscarding(false);
          draft.forget();
        }}
      >
        Your changes are lost. The active version does not change.
      </ConfirmDialog>
      <ReviewDialog organizationId={organizationId} open={reviewing} onOpenChange={onReviewing} onGoTo={onGoTo} />
    </div>
  );
}

const keyed = (run: () => void) => (event: KeyboardEvent) => {
  event.preventDefault();
  run();
};
