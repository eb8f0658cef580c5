/** Which methods a path knows, asked only when no route matched: for 405 and its header Allow. */
export class RouteTable {
  private routes: { pattern: RegExp; method: string }[] = [];

  /** @param routes templates as the router has them: `/v1/users/:user_id` */
  fill(routes: readonly { method: string; path: string }[]): void {
    this.routes = routes.map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\/+$/, '').replace(/:[a-z_]+/g, '[^/]+')}/*$`),
    }));
  }

  methodsOf(path: string): string[] {
    const methods = new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}
