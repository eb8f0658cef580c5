/** Ways through what PostgreSQL's parser makes of a text. */

export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
export const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
export const at = (node: Node, ...path: string[]): unknown =>
  path.reduce<unknown>((found, key) => (isNode(found) ? found[key] : undefined), node);

/** Every node of a kind within another, itself included. */
export function* within(value: unknown, kind: string): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* within(one, kind);
  else if (isNode(value))
    for (const [key, inner] of Object.entries(value)) {
      if (key === kind && isNode(inner)) yield inner;
      yield* within(inner, kind);
    }
}
