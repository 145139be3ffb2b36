"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/app/_components/form-problem";
import { draftsOf } from "@/app/_form/draft-store";
import { LeaveForm } from "@/app/_form/leave-form";
import { useDrafted } from "@/app/_form/use-drafted";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { RadioGroup } from "@/app/_ui/radio-group";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Textarea } from "@/app/_ui/textarea";
import { createAgent, createAgentVersion } from "@/lib/client/agents";
import { fieldError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { type Agent, type AgentForm, bodyOf, emptyAgent, formOfAgent } from "./agent-form";
import { SecretDialog } from "./secret-dialog";
import { TargetFields } from "./target-fields";
import { VoiceFields } from "./voice-fields";

const drafts = draftsOf<AgentForm>();

const FIELDS =
  /^(?:agent_name|description|target|api_key|provider|assistant_id|contact_number|country_code|target_speaks_first|language|languages|livekit_\w+|commit_message)(?:\.|$)/;

const typeOptions = [
  { value: "text", label: "Text", hint: "A chat endpoint, a webhook or a model." },
  { value: "voice", label: "Voice", hint: "Takes or makes phone calls through a voice provider." },
] as const;

/** The form of an agent or of its next version, with only the fields of its kind. */
export function AgentEditor({ agent }: { agent?: Agent }) {
  const router = useRouter();
  const address = agent ? links.editAgent(agent.id) : links.newAgent();
  const initialForm = () => (agent ? formOfAgent(agent) : emptyAgent);
  const { form, change, isChanged, forget } = useDrafted(drafts, address, initialForm);
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const create = useMutation(createAgent);
  const next = useMutation(createAgentVersion);
  const isPending = create.isPending || next.isPending;
  const error = agent ? next.error : create.error;

  const done = (id: string, secret: string | undefined) => {
    forget();
    if (secret) setCreated({ id, secret });
    else router.push(links.agent(id));
  };
  const save = () => {
    if (isPending) return;
    const body = bodyOf(form);
    if (agent)
      next.mutate(
        { agent_id: agent.id, ...body },
        { onSuccess: ({ webhook_secret }) => done(agent.id, webhook_secret) },
      );
    else create.mutate(body, { onSuccess: (answer) => done(answer.agent.id, answer.webhook_secret) });
  };
  useShortcuts("Page", [{ keys: "mod+s", description: "Save (also while typing)", run: save, whileTyping: true }]);

  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid gap-4">
        <Field label="Name" error={fieldError(error, "agent_name")}>
          <Input maxLength={255} value={form.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        {/* No Field: its label would name each choice. */}
        <div className="grid gap-1">
          <span className="font-medium">Type</span>
          <RadioGroup label="Type" value={form.type} options={typeOptions} onChange={(type) => change({ type })} />
        </div>
        <Field
          label="Description"
          error={fieldError(error, "description")}
          hint="The agent's purpose, as in its own prompt. Scenarios and judges use it."
        >
          <Textarea
            className="min-h-32!"
            value={form.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
      </div>
      {form.type === "text" ? (
        <TargetFields form={form} onChange={change} error={error} stored={agent?.api_key ?? ""} />
      ) : (
        <VoiceFields form={form} onChange={change} error={error} stored={agent?.api_key ?? ""} />
      )}
      <div className="grid gap-4">
        <Field
          label="Commit message"
          optional
          hint="Why this version was created."
          error={fieldError(error, "commit_message")}
        >
          <Input maxLength={1000} value={form.message} onChange={(event) => change({ message: event.target.value })} />
        </Field>
        <FormProblem error={error} fields={FIELDS} />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" keys="mod+s" busy={isPending}>
            {agent ? "Create version" : "Create agent"}
          </Button>
          <LeaveForm href={agent ? links.agent(agent.id) : links.agents()} isChanged={isChanged} forget={forget} />
        </div>
      </div>
      <SecretDialog
        secret={created?.secret ?? ""}
        open={created !== null}
        onClose={() => created && router.push(links.agent(created.id))}
      />
    </form>
  );
}
