"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import type { Config } from "../config-text";
import { EntryView } from "../entry-view";
import { ConfigField } from "../fields/config-field";
import { FieldGroup, ProblemLine } from "../fields/field-group";
import { NameInput } from "../fields/name-input";
import { problemAt, useConfigDraft } from "../use-draft";
import { listAt, recordAt, withName, withValue } from "../values";
import { formatOf, type Presets } from "./presets";

const PATH = ["providers"] as const;
const AZURE = ["api_version", "auth"];
const BEDROCK = ["aws_region", "aws_access_key_id", "aws_secret_access_key", "aws_session_token"];
const ALL = ["base_url", "api_key", "api_format", "models", "timeout", "max_concurrent"];

interface Props {
  name: string;
  presets: Presets;
  onBack: () => void;
  onFollow: (from: string, to: string) => void;
}

/** Everything that can be said of a provider; what is only of another format is left out, unless it is said already. */
export function ProviderForm({ name, presets, onBack, onFollow }: Props) {
  const draft = useConfigDraft();
  const [flaw, setFlaw] = useState<string | null>(null);
  const path = [...PATH, name];
  const given = recordAt(draft.config, path);
  const format = formatOf(presets, name, given);
  const isSaid = (member: string) => Object.hasOwn(given, member);
  const fields = (members: readonly string[]) =>
    members.map((member) => <ConfigField key={member} path={[...path, member]} />);
  const azure = AZURE.filter((member) => format === "azure" || isSaid(member));
  const bedrock = BEDROCK.filter((member) => format === "bedrock" || isSaid(member));
  const problem = problemAt(draft, path, false);
  const grid = "grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2";
  return (
    <EntryView
      title={name}
      back="All providers"
      onBack={onBack}
      actions={
        <Button
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => {
            onBack();
            draft.set(path, undefined);
          }}
        >
          Remove
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what leaves the fields inside */}
      <div
        data-field={path.join(".")}
        onBlur={() => draft.leave(path.join("."))}
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6"
      >
        {problem ? <ProblemLine>{problem}</ProblemLine> : null}
        <div className={grid}>
          <Field
            label="Name"
            hint="Requests name it before the slash: provider/model. Routes that lead here follow the name."
            error={flaw}
          >
            <NameInput
              path={PATH}
              name={name}
              onProblem={setFlaw}
              onRename={(next) => {
                onFollow(name, next);
                draft.write(withProviderNamed(draft.config, name, next));
              }}
            />
          </Field>
          {fields(ALL)}
        </div>
        {azure.length > 0 ? (
          <FieldGroup title="Azure">
            <div className={grid}>{fields(azure)}</div>
          </FieldGroup>
        ) : null}
        {bedrock.length > 0 ? (
          <FieldGroup title="Amazon Bedrock" hint="An API key, or an access key with its secret.">
            <div className={grid}>{fields(bedrock)}</div>
          </FieldGroup>
        ) : null}
        <div className={grid}>{fields(["native"])}</div>
      </div>
    </EntryView>
  );
}

/** The provider under its new name, wherever targets name it. */
function withProviderNamed(config: Config, from: string, to: string): Config {
  let next = withName(config, PATH, from, to);
  for (const route of Object.keys(recordAt(config, ["routing", "targets"]))) {
    const targets = ["routing", "targets", route];
    for (const [index, target] of listAt(config, targets).entries()) {
      if (recordAt(target, []).provider === from) next = withValue(next, [...targets, index, "provider"], to);
    }
  }
  return next as Config; // safe because a configuration stays an object
}
