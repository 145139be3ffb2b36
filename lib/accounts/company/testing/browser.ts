// A browser without screens: cookies by origin, and redirects that it follows.
export interface Landing {
  /** Where it came to rest. */
  url: URL;
  status: number;
}

export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(readonly site: string) {}

  cookies(origin: string = this.site): string {
    return [...(this.jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Of one origin, or of all. */
  forget(origin?: string): void {
    if (origin === undefined) this.jars.clear();
    else this.jars.delete(origin);
  }

  async send(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.site);
    const headers = { cookie: this.cookies(url.origin), origin: url.origin, ...init.headers };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) this.keep(url.origin, line);
    return response;
  }

  private keep(origin: string, line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const ends = attributes.some((text) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(text));
    if (ends || value.join("=") === "") jar.delete(name);
    else jar.set(name, value.join("="));
  }

  /** Follows redirects until `isEnd`, or until there is none. */
  async follow(response: Response, isEnd: (url: URL) => boolean = () => false): Promise<Landing> {
    let [at, current] = [new URL(response.url), response];
    for (let steps = 0; steps < 15; steps += 1) {
      const location = current.headers.get("location");
      if (!location) return { url: at, status: current.status };
      at = new URL(location, at);
      if (isEnd(at)) return { url: at, status: 0 };
      current = await this.send(at);
    }
    throw new Error("There are too many redirects.");
  }
}
