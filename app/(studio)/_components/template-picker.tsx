"use client";
import { useQuery } from "@tanstack/react-query";
import { Picker } from "@/app/_ui/control/picker";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";

interface Props {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** The names of chosen ones, which may no longer be offered. */
  chosen?: readonly { id: string; name: string }[];
  /** Templates to leave out. */
  without?: ReadonlySet<string>;
}

/** Picks several templates, with a search by name. Put it in a Field, which labels it. */
export function TemplatePicker({ value, onChange, chosen = [], without }: Props) {
  const names = useQuery(evalTemplateNamesQuery());
  const offered = names.data ?? [];
  const older = chosen.filter(({ id }) => !offered.some((each) => each.id === id));
  const options = [...offered, ...older].flatMap(({ id, name }) =>
    without?.has(id) ? [] : { value: id, label: name },
  );
  return (
    <Picker
      options={options}
      value={value}
      onChange={onChange}
      placeholder="Type a name"
      empty={names.isError ? "The templates could not be loaded." : "No template matches"}
      loading={names.isPending}
    />
  );
}
