"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { memberChoicesQuery, personQuery } from "@/lib/client/account";
import { addPromptComment, promptCommentsQuery } from "@/lib/client/prompts";
import { mayManageMembers } from "@/lib/client/roles";
import { CommentEntry } from "./comment-entry";
import { CommentForm } from "./comment-form";

interface Props {
  promptId: string;
  /** The shown version, which a new comment is about. */
  version: string;
  may: boolean;
}

/** What people say of the prompt and its versions, newest first. */
export function PromptComments({ promptId, version, may }: Props) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const [isWriting, setWriting] = useState(false);
  const comments = useQuery({ ...promptCommentsQuery(promptId, page), placeholderData: keepPreviousData });
  const viewer = useQuery(personQuery()).data;
  const members = useQuery({ ...memberChoicesQuery(), enabled: may }).data?.results ?? [];
  const people = members.map(({ user_id, name }) => ({ id: user_id, name }));
  useShortcuts("Page", may ? [{ keys: "m", description: `Comment on ${version}`, run: () => setWriting(true) }] : []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isWriting ? (
        <CommentForm
          label={`Comment on ${version}`}
          people={people}
          save={addPromptComment}
          input={(written) => ({ prompt_id: promptId, version, ...written })}
          action="Comment"
          onClose={() => setWriting(false)}
        />
      ) : may ? (
        <Button className="w-fit" keys="m" onClick={() => setWriting(true)}>
          Comment on {version}
        </Button>
      ) : null}
      <PagedList
        found={comments}
        noun="comments"
        page={page}
        columns={1}
        onPage={(next) => set({ page: next })}
        empty={<p className="text-soft">Nobody has commented on this prompt yet.</p>}
      >
        {(rows) => (
          <ul aria-label="Comments" className="grid gap-3">
            {rows.map((comment) => (
              <CommentEntry
                key={comment.id}
                promptId={promptId}
                comment={comment}
                people={people}
                isOwn={may && comment.created_by.id === viewer?.id}
                mayDelete={may && (comment.created_by.id === viewer?.id || mayManageMembers(viewer?.organization_role))}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
