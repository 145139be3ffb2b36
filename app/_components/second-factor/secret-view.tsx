import { CopiedLine } from "../copied-text";

/** What an authenticator app takes: a picture for its camera, and the same as text. */
export const SecretView = ({ secret, qrCode }: { secret: string; qrCode: string }) => (
  <div className="grid gap-3">
    <p className="text-soft">Scan this with an authenticator app, or type the key into it.</p>
    {/* biome-ignore lint/performance/noImgElement: a picture in the page, which has no address */}
    <img
      alt="QR code for an authenticator app"
      src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
      className="size-44 rounded-md bg-white"
    />
    <CopiedLine text={secret} label="Copy the key" />
  </div>
);
