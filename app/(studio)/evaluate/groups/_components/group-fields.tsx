import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Textarea } from "@/app/_ui/textarea";
import { fieldError } from "@/lib/client/call-error";

export interface GroupWords {
  name: string;
  description: string;
}

interface Props {
  words: GroupWords;
  onChange: (words: GroupWords) => void;
  error: unknown;
}

/** A group's name and description. */
export function GroupFields({ words, onChange, error }: Props) {
  return (
    <>
      <Field label="Name" error={fieldError(error, "name")}>
        <Input
          required
          maxLength={255}
          value={words.name}
          onChange={(event) => onChange({ ...words, name: event.target.value })}
        />
      </Field>
      <Field label="Description" optional error={fieldError(error, "description")}>
        <Textarea
          maxLength={10_000}
          value={words.description}
          onChange={(event) => onChange({ ...words, description: event.target.value })}
        />
      </Field>
    </>
  );
}
