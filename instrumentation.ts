// Run by Next once in each process, before the first request.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { settleDatabaseUrl } = await import("@/db/pooler");
  await settleDatabaseUrl();
}
