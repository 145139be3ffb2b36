"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { RadioField, TextareaField, TextField } from "@/app/_form/fields";
import { PageForm, useSaveKey } from "@/app/_form/page-form";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { Button } from "@/app/_ui/button/button";
import { createAgent, createAgentVersion } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { type Agent, type AgentForm, bodyOf, emptyAgent, formOfAgent } from "./agent-form";
import type { FieldProps } from "./field-props";
import { SecretDialog } from "./secret-dialog";
import { TargetFields } from "./target-fields";
import { VoiceFields } from "./voice-fields";

const drafts = draftsOf<AgentForm>();

const types = [
  { value: "text", label: "Text", hint: "A chat endpoint, a webhook or a model." },
  { value: "voice", label: "Voice", hint: "Takes or makes phone calls through a voice provider." },
] as const;

/** The form of an agent or of its next version, with only the fields of its kind. */
export function AgentEditor({ agent }: { agent?: Agent }) {
  const router = useRouter();
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const form = useDraftedForm({
    drafts,
    path: agent ? links.editAgent(agent.id) : links.newAgent(),
    initial: () => (agent ? formOfAgent(agent) : emptyAgent),
    save: saveOf(agent),
    onSaved: ({ id, secret }) => {
      form.forget();
      if (secret) setCreated({ id, secret });
      else router.push(links.agent(id));
    },
  });
  useSaveKey(form.submit);
  const Fields = form.values.type === "text" ? TargetFields : VoiceFields;
  return (
    <PageForm
      form={form}
      leaveTo={agent ? links.agent(agent.id) : links.agents()}
      buttons={
        <Button look="primary" type="submit" keys="mod+s" busy={form.busy}>
          {agent ? "Create version" : "Create agent"}
        </Button>
      }
    >
      <PurposeFields form={form} />
      <Fields form={form} stored={agent?.api_key ?? ""} />
      <TextField
        form={form}
        name="message"
        at="commit_message"
        label="Commit message"
        optional
        hint="Why this version was created."
        maxLength={1000}
      />
      <SecretDialog
        secret={created?.secret ?? ""}
        open={created !== null}
        onClose={() => created && router.push(links.agent(created.id))}
      />
    </PageForm>
  );
}

function PurposeFields({ form }: Pick<FieldProps, "form">) {
  return (
    <div className="grid gap-4">
      <TextField form={form} name="name" at="agent_name" label="Name" maxLength={255} />
      <RadioField form={form} name="type" at="agent_type" label="Type" options={types} />
      <TextareaField
        form={form}
        name="description"
        label="Description"
        hint="The agent's purpose, as in its own prompt. Scenarios and judges use it."
        className="min-h-32!"
      />
    </div>
  );
}

/** Saves a new agent, or the next version of one. Answers its ID and, for a webhook, the secret that is shown once. */
const saveOf = (agent: Agent | undefined) => ({
  meta: (agent ? createAgentVersion : createAgent).meta,
  mutationFn: async (form: AgentForm): Promise<{ id: string; secret: string | undefined }> => {
    const body = bodyOf(form);
    if (agent) {
      const { webhook_secret } = await createAgentVersion.mutationFn({ agent_id: agent.id, ...body });
      return { id: agent.id, secret: webhook_secret };
    }
    const { agent: created, webhook_secret } = await createAgent.mutationFn(body);
    return { id: created.id, secret: webhook_secret };
  },
});
