/** A part of a path, and what may follow it. */
interface Branch {
  literals: Map<string, Branch>;
  parameter?: { name: string; next: Branch };
}

const branch = (): Branch => ({ literals: new Map() });

/** Ids of records and numbers of users tell nothing by themselves; whatever else stands in a path may be a name or a secret. */
const plainId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,9})$/i;

/** A parameter that opens what it stands for: never shown, be it written like an id. */
const SECRET = ':token';

const isPlain = (part: string, parameter: string | undefined): boolean => parameter !== SECRET && plainId.test(part);

/** Which paths there are: for 405 and its header Allow, and for what the log may say of a path. */
export class RouteTable {
  private routes: { pattern: RegExp; method: string }[] = [];
  private root = branch();

  /** @param routes templates as the router has them: `/v1/users/:user_id` */
  fill(routes: readonly { method: string; path: string }[]): void {
    this.routes = routes.map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\/+$/, '').replace(/:[a-z_]+/g, '[^/]+')}/*$`),
    }));
    this.root = branch();
    for (const { path } of routes) this.plant(path);
  }

  methodsOf(path: string): string[] {
    const methods = new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  /** A path as it may be logged: words of ours and ids as they are, other parameters by their names, and cut where it is unknown. */
  shown(path: string): string {
    let here = this.root;
    let shown = '';
    for (const part of path.slice(1).split('/')) {
      const literal = here.literals.get(part);
      const next = literal ?? here.parameter?.next;
      if (part === '') shown += '/';
      else if (next === undefined) return `${shown}/…`;
      else {
        shown += `/${literal || isPlain(part, here.parameter?.name) ? part : here.parameter?.name}`;
        here = next;
      }
    }
    return shown;
  }

  private plant(path: string): void {
    let here = this.root;
    for (const part of path.split('/').filter((text) => text !== ''))
      if (part.startsWith(':')) here = (here.parameter ??= { name: part, next: branch() }).next;
      else {
        if (!here.literals.has(part)) here.literals.set(part, branch());
        here = here.literals.get(part) as Branch;
      }
  }
}
