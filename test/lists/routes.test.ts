import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../support/client.js';
import { nameOf, servedRoutes, type Operation, type ServedRoutes } from '../support/system-routes.js';

/**
 * Every served route is stated or marked as an addition: the router's own table, the controllers and
 * both documents against test/specification/operations.json.
 */

/** Modules of the specification that are built whole; of others nothing may be missed yet. */
const built = [
  'healthcare',
  'auth',
  'modules',
  'payment-methods',
  'payments',
  'retail',
  'subscriptions',
  'tenants',
  'users',
  'utils',
];

const specification = JSON.parse(
  readFileSync(join(__dirname, '../specification/operations.json'), 'utf8'),
) as (Operation & { module: string; surface: string })[];

/** Served on both slash forms, and so compared without. */
const bare = ({ method, path }: Operation): string => nameOf({ method, path: path.replace(/\/+$/, '') });
const stated = specification.map(bare);
const due = specification.filter(({ module }) => built.includes(module)).map(bare);
const onSurface = ({ path }: Operation): boolean => /^\/(?:api\/)?v1(?:\/|$)/.test(path);

/** `x-addition` marks an addition in the documents, as @Addition() does in the source. */
type Document = { paths: Record<string, Record<string, { 'x-addition'?: boolean }>> };

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ method: method.toUpperCase(), path, about })),
  );

let running: ServedRoutes;
beforeAll(async () => {
  running = await servedRoutes();
});

describe('the routes', () => {
  it('are all that the specification states for what is built, each served exactly once', () => {
    const served = running.routes.filter(onSurface).map(nameOf);
    expect(served.filter((name, i) => served.indexOf(name) !== i)).toEqual([]);
    expect(due.filter((name) => !served.includes(name))).toEqual([]);
  });

  it('are nothing else under /v1 and /api/v1 than stated operations and marked additions', () => {
    const known = [...stated, ...running.declared.filter(({ addition }) => addition).map(nameOf)];
    const served = running.routes.filter(onSurface).map(nameOf);
    expect(served.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are the ones that the controllers declare: nothing reaches a surface past its guards', () => {
    expect(running.routes.filter(onSurface).map(nameOf).sort()).toEqual(running.declared.map(nameOf).sort());
  });

  it('mark no stated operation as an addition, and have no addition on the contract surface', () => {
    const additions = running.declared.filter(({ addition }) => addition);
    expect(additions.map(nameOf).filter((name) => stated.includes(name))).toEqual([]);
    expect(additions.filter(({ path }) => path.startsWith('/v1'))).toEqual([]);
  });

  it('stand outside both prefixes only for the landing page, health, metrics, documents, public tracking, links of letters and files, pages of payers, the sandbox, the simulator and callbacks', () => {
    const others = running.routes.filter((route) => !onSurface(route));
    expect(
      others.filter(
        ({ path }) =>
          !/^\/(?:$|(?:health|metrics|docs|track|stop|account|files|pay|sandbox|einvoice|einvoice-simulator|callbacks)(?:\/|$))/.test(
            path,
          ),
      ),
    ).toEqual([]);
  });
});

describe.each(['contract', 'reference'])('the %s document', (surface) => {
  let operations: ReturnType<typeof operationsOf>;
  beforeAll(async () => {
    operations = operationsOf((await call('GET', `/docs/${surface}.json`)).body as Document);
  });

  it('has every stated operation that is served once, with the path as stated, slash and all', () => {
    const served = running.routes.map(nameOf);
    const own = specification
      .filter((operation) => operation.surface === surface && served.includes(bare(operation)))
      .map(nameOf);
    const documented = operations.filter(({ about }) => about['x-addition'] !== true).map(nameOf);
    expect(documented.sort()).toEqual(own.sort());
  });

  it('marks the additions, and only those', () => {
    const declared = running.declared
      .filter(({ addition, path }) => addition && path.startsWith(surface === 'contract' ? '/v1/' : '/api/v1/'))
      .map(nameOf);
    const documented = operations.filter(({ about }) => about['x-addition'] === true).map(bare);
    expect(documented.sort()).toEqual(declared.sort());
  });
});
