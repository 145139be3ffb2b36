import { ThumbsDown, ThumbsUp } from "lucide-react";
import { ChoiceButton } from "./choice-button";
import type { FieldProps } from "./field-props";
import { chooseThumb } from "./form-label";

const thumbs = [
  { value: "up", text: "Yes", digit: "1", Icon: ThumbsUp },
  { value: "down", text: "No", digit: "2", Icon: ThumbsDown },
] as const;

export function ThumbsField({ value, onChange, disabled }: FieldProps) {
  return (
    <div className="flex gap-1.5">
      {thumbs.map((thumb) => (
        <ChoiceButton
          key={thumb.value}
          chosen={value?.value === thumb.value}
          digit={thumb.digit}
          disabled={disabled}
          tabIndex={(value?.value ?? "up") === thumb.value ? 0 : -1}
          onClick={() => onChange(chooseThumb(value, thumb.value))}
        >
          <thumb.Icon aria-hidden="true" className="size-4" />
          {thumb.text}
        </ChoiceButton>
      ))}
    </div>
  );
}
