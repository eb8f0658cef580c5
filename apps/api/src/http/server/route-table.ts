import { isUuid } from '@usaha/shared';
import type { Dispatch } from '../../internals/express.js';

/** An operation as its router has it; what runs it is not needed to say which paths there are. */
export interface TableRoute {
  method: string;
  /** A template: `/v1/users/:user_id`. */
  path: string;
  dispatch?: Dispatch;
}

/** Where a path ends. */
interface Leaf {
  /** Its place among all routes: the first that matches is meant. */
  order: number;
  dispatch: Dispatch;
  template: string;
  /** Where in a path, cut at its slashes, the parameters stand. */
  parameters: readonly { name: string; at: number }[];
}

/** A part of a path, and what may follow it. */
interface Branch {
  literals: Map<string, Branch>;
  parameter?: { name: string; next: Branch };
  /** By method. */
  leaves: Map<string, Leaf>;
}

const branch = (): Branch => ({ literals: new Map(), leaves: new Map() });

/** The route of a request. */
export interface FoundRoute {
  dispatch: Dispatch;
  template: string;
  params: Record<string, string>;
  /** Whether the log may say the path as it is: see `shown`. */
  isPlain: boolean;
}

/** Ids of records and numbers of users tell nothing by themselves; any other part of a path may be a name or a secret. */
const isPlainId = (part: string): boolean => isUuid(part) || /^\d{1,9}$/.test(part);

/** A parameter that opens what it stands for: never shown, be it written like an id. */
const SECRET = 'token';

const isPlain = (part: string, parameter: string | undefined): boolean => parameter !== SECRET && isPlainId(part);

/** A template that is nothing but words and parameters between slashes. */
const plainTemplate = /^(?:\/(?:[\w.-]+|:\w+))+\/?$/;

/** Which paths there are: to find a request's route, for 405 and its header Allow, and for what the log may say of a path. */
export class RouteTable {
  private routes: { pattern: RegExp; method: string }[] = [];
  private root = branch();

  /** @param routes templates as the router has them: `/v1/users/:user_id` */
  fill(routes: readonly TableRoute[]): void {
    this.routes = routes.map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/\/+$/, '').replace(/:[a-z_]+/g, '[^/]+')}/*$`),
    }));
    this.root = branch();
    routes.forEach((route, order) => this.plant(route, order));
  }

  /**
   * The route of a request, as the router would find it by asking each of its routes in turn.
   * @param path without its query
   * @returns undefined where there is none, or where the router has to look: what is written with escapes, or is no plain path
   */
  find(method: string, path: string): FoundRoute | undefined {
    if (path.includes('%') || path.includes('#')) return undefined;
    const parts = path.split('/');
    // One slash at the end means nothing.
    const length = parts.length > 2 && parts.at(-1) === '' ? parts.length - 1 : parts.length;
    const leaf = leafOf(this.root, parts, 1, length, method);
    if (leaf === undefined) return undefined;
    const params: Record<string, string> = {};
    let plain = true;
    for (const { name, at } of leaf.parameters) {
      const part = (params[name] = parts[at] as string);
      plain &&= isPlain(part, name);
    }
    return { dispatch: leaf.dispatch, template: leaf.template, params, isPlain: plain };
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
        shown += `/${literal || isPlain(part, here.parameter?.name) ? part : `:${here.parameter?.name}`}`;
        here = next;
      }
    }
    return shown;
  }

  private plant({ method, path, dispatch }: TableRoute, order: number): void {
    let here = this.root;
    const parameters: { name: string; at: number }[] = [];
    const parts = path.split('/').filter((text) => text !== '');
    parts.forEach((part, i) => {
      if (part.startsWith(':')) {
        parameters.push({ name: part.slice(1), at: i + 1 });
        here = (here.parameter ??= { name: part.slice(1), next: branch() }).next;
      } else {
        if (!here.literals.has(part)) here.literals.set(part, branch());
        here = here.literals.get(part) as Branch;
      }
    });
    if (dispatch && plainTemplate.test(path) && !here.leaves.has(method))
      here.leaves.set(method, { order, dispatch, template: path, parameters });
  }
}

/** The first of the routes that a path, cut at its slashes, may be meant by from here on. */
function leafOf(here: Branch, parts: string[], at: number, length: number, method: string): Leaf | undefined {
  // A route that answers GET answers HEAD.
  if (at === length) return here.leaves.get(method) ?? (method === 'HEAD' ? here.leaves.get('GET') : undefined);
  const part = parts[at] as string;
  if (part === '') return undefined;
  const next = here.literals.get(part);
  const named = next && leafOf(next, parts, at + 1, length, method);
  const other = here.parameter && leafOf(here.parameter.next, parts, at + 1, length, method);
  if (!named || !other) return named ?? other;
  return named.order < other.order ? named : other;
}
