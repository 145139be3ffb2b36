import { Status } from "@/app/_ui/feedback/status";

/** An error of the whole form, above its button. */
export function FormMessage({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-wash px-3 py-2">
      <Status tone="bad" shape="alert" className="items-start! gap-2! whitespace-normal! [&_svg]:mt-1">
        {text}
      </Status>
    </p>
  );
}
