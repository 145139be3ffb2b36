import { Button } from "@/app/_ui/button/button";

/** Sign-in with an external provider. Plain forms also work before the page's scripts have loaded. */
export function ProviderButtons({ providers, next }: { providers: { id: string; name: string }[]; next: string }) {
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
    </div>
  );
}
