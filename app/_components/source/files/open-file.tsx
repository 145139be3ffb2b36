/** A link to the file alone. */
export const OpenFile = ({ name, address }: { name: string; address: string }) => (
  <a
    href={address}
    target="_blank"
    rel="noreferrer"
    className="w-fit text-xs text-accent hover:underline pointer-coarse:min-h-11"
  >
    Open {name} in a new tab
  </a>
);
