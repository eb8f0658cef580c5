/** Where people reach the service from outside: for links in what leaves it without a request, as letters do. */
export class PublicAddress {
  private local: string | null = null;

  /** @param url scheme, host and perhaps a path, without a slash at its end; null where the operator has not said it */
  constructor(readonly url: string | null) {}

  /** Tells the port on which this process listens on its machine. */
  listensOn(port: number): void {
    this.local = `http://127.0.0.1:${port}`;
  }

  /** The address on this machine; null before the service listens. */
  get loopback(): string | null {
    return this.local;
  }

  /** The public address, else the one on this machine: for what is used during development. null before the service listens. */
  get reachable(): string | null {
    return this.url ?? this.local;
  }

  /** An address of the service that may be its path alone, as people outside of it follow it; others as they are. */
  complete(url: string): string {
    return url.startsWith('/') ? `${this.reachable ?? ''}${url}` : url;
  }
}
