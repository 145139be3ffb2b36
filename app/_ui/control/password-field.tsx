"use client";
import { Eye, EyeOff } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import { passwordProblem } from "@/lib/auth/rules/password-strength";
import { SHORTEST_PASSWORD } from "@/lib/contracts/limits";
import { IconButton } from "../button/icon-button";
import { type Shape, Status, type Tone } from "../feedback/status";
import { Field } from "./field";
import { Input } from "./input";
import { type PasswordHint, passwordHint } from "./password-hint";

interface Props {
  label?: string;
  /** Without it the field is uncontrolled, named `password`, so text typed before the scripts loaded is kept. */
  value?: string;
  onChange?: (value: string) => void;
  error?: string | undefined;
  /** For a new password: shows what it lacks. Personal details are easy to guess, so they count against it. */
  about?: readonly string[];
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ label = "Password", value, onChange, error, about, autoFocus = false, ref }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={about ? <Strength password={value ?? ""} about={about} /> : undefined}>
      <div className="relative">
        <Input
          {...(ref ? { ref } : {})}
          type={shown ? "text" : "password"}
          autoComplete={about ? "new-password" : "current-password"}
          required
          autoFocus={autoFocus}
          maxLength={200}
          name="password"
          {...(value === undefined ? {} : { value })}
          onChange={(event) => onChange?.(event.target.value)}
          className="pr-10 pointer-coarse:pr-12"
        />
        <IconButton
          label={shown ? "Hide the password" : "Show the password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute! top-1/2 right-0.5 -translate-y-1/2 aria-pressed:bg-transparent"
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      </div>
    </Field>
  );
}

const looks: Record<PasswordHint["level"], { tone: Tone; shape: Shape }> = {
  missing: { tone: "neutral", shape: "ring" },
  weak: { tone: "warn", shape: "alert" },
  long: { tone: "neutral", shape: "half" },
  good: { tone: "good", shape: "check" },
};

function Strength({ password, about }: { password: string; about: readonly string[] }) {
  const hint = passwordHint(password, useProblem(password, about));
  return (
    <Status {...looks[hint.level]} className="items-start! whitespace-normal! [&_svg]:mt-0.5">
      <span aria-live="polite">{hint.text}</span>
    </Status>
  );
}

/** Why the server would refuse the password; undefined until the dictionary has loaded and been checked. */
function useProblem(password: string, about: readonly string[]): string | null | undefined {
  const [judged, setJudged] = useState<{ of: string; problem: string | null }>();
  const known = about.join("\n");
  useEffect(() => {
    if (password.length < SHORTEST_PASSWORD) return;
    let isStale = false;
    passwordProblem(password, known.split("\n")).then(
      (problem) => isStale || setJudged({ of: password, problem }),
      () => undefined, // The dictionary did not arrive; the server judges as well.
    );
    return () => {
      isStale = true;
    };
  }, [password, known]);
  return judged?.of === password ? judged.problem : undefined;
}
