"use client";
import type { Config } from "../config-text";
import { EntryView } from "../entry-view";
import { ConfigField } from "../fields/config-field";
import { FieldGroup, ProblemLine } from "../fields/field-group";
import { NameField } from "../fields/name-input";
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

/** All settings of a provider. Settings of other API formats are hidden unless they are set. */
export function ProviderForm({ name, presets, onBack, onFollow }: Props) {
  const draft = useConfigDraft();
  const path = [...PATH, name];
  const provider = recordAt(draft.config, path);
  const format = formatOf(presets, name, provider);
  const isSet = (member: string) => Object.hasOwn(provider, member);
  const fields = (members: readonly string[]) =>
    members.map((member) => <ConfigField key={member} path={[...path, member]} />);
  const azure = AZURE.filter((member) => format === "azure" || isSet(member));
  const bedrock = BEDROCK.filter((member) => format === "bedrock" || isSet(member));
  const problem = problemAt(draft, path, false);
  const grid = "grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2";
  return (
    <EntryView title={name} back="All providers" onBack={onBack} onRemove={() => draft.set(path, undefined)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to blur events of its fields */}
      <div
        data-field={path.join(".")}
        onBlur={() => draft.leave(path.join("."))}
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6"
      >
        {problem ? <ProblemLine>{problem}</ProblemLine> : null}
        <div className={grid}>
          <NameField
            hint="Requests use it before the slash: provider/model. Routes to this provider are renamed too."
            path={PATH}
            name={name}
            onRename={(next) => {
              onFollow(name, next);
              draft.write(withProviderNamed(draft.config, name, next));
            }}
          />
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

/** Renames a provider, also in all route targets. */
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
