import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";

interface Props {
  providers: { id: string; name: string }[];
  next: string;
  /** Where people sign in with their company; null if no organization has that. */
  companyLink: string | null;
}

/** Sign-in with an external provider. Plain forms also work before the page's scripts have loaded. */
export function ProviderButtons({ providers, next, companyLink }: Props) {
  return (
    <div className="grid gap-2 border-t border-line pt-5">
      {providers.map(({ id, name }) => (
        <form key={id} method="post" action={`/api/auth/signin/${id}`}>
          <input type="hidden" name="callbackUrl" value={next} />
          <Button type="submit" className="w-full">
            Continue with {name}
          </Button>
        </form>
      ))}
      {companyLink ? <LinkButton href={companyLink}>Continue with your company</LinkButton> : null}
    </div>
  );
}
