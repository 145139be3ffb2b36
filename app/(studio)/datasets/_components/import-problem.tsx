import { Status } from "@/app/_ui/feedback/status";
import { isStatus } from "@/lib/client/call-error";

/** Why the file was refused; the server names the line. */
export function ImportProblem({ text, error, look }: { text: string | undefined; error: unknown; look: string }) {
  if (!text) return null;
  const unreachable = isStatus(error, 0);
  return (
    <div role="alert" className="rounded-md bg-bad-wash px-3 py-2">
      <Status tone="bad" shape="alert" className="items-start! gap-2! whitespace-normal! [&_svg]:mt-1">
        <span className="wrap-anywhere">{text}</span>
      </Status>
      <p className="ml-5 text-soft">
        {unreachable
          ? `The file may have been imported if it was sent completely. Check ${look} first.`
          : "Nothing was imported. Correct the file and choose it again."}
      </p>
    </div>
  );
}
