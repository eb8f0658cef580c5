import type { Express } from 'express';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** The operations that the router serves, as it has them: what the list checks and the header Allow go by. */
export function routesOf(express: Express): { method: string; path: string }[] {
  const { stack } = (express as unknown as { router: { stack: Layer[] } }).router;
  return stack.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => route.methods[method])
          .map((method) => ({ method: method.toUpperCase(), path: route.path }))
      : [],
  );
}
