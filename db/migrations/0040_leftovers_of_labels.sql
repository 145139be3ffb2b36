-- A label that was deleted while it moved still pointed somewhere. Gates outlived their prompt or label. The three ids are the
-- labels that every organization has, which are in no table.
DELETE FROM "prompt_label_targets" AS target
WHERE target.label_id NOT IN ('00000000-0000-4000-8000-00000000a001', '00000000-0000-4000-8000-00000000a002', '00000000-0000-4000-8000-00000000a003')
  AND NOT EXISTS (SELECT FROM "prompt_labels" AS label WHERE label.id = target.label_id);
--> statement-breakpoint
DELETE FROM "prompt_gates" AS gate
WHERE EXISTS (SELECT FROM "prompts" AS prompt WHERE prompt.id = gate.prompt_id AND prompt.deleted_at IS NOT NULL)
  OR (
    gate.label_id NOT IN ('00000000-0000-4000-8000-00000000a001', '00000000-0000-4000-8000-00000000a002', '00000000-0000-4000-8000-00000000a003')
    AND NOT EXISTS (SELECT FROM "prompt_labels" AS label WHERE label.id = gate.label_id)
  );
