import type { Context, Database } from '@usaha/shared';

/** A step of how PostgreSQL does a statement, as EXPLAIN (FORMAT JSON) says it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * How PostgreSQL does what a call asks of a schema, under the row level security that the service works under. A table
 * of a test is mostly the tenant's, and would be read whole where every row has to be counted: that is forbidden. It
 * is read whole all the same where no index serves.
 * @param without further ways that are forbidden: those that PostgreSQL takes or not by what else is going on in a table
 */
export const plansOf = (
  database: Database,
  tenant_id: string,
  schema: string,
  done: (ctx: Context) => Promise<unknown>,
  without: readonly 'enable_bitmapscan'[] = [],
): Promise<PlanNode[]> =>
  database.work({ tenant_id, actor: null, now: new Date() }, async (ctx) => {
    const asked = (['read', 'lock'] as const).map((way) => jest.spyOn(ctx.db, way));
    await done(ctx);
    const statements = asked.flatMap(({ mock }) => mock.calls.map(([text, values]) => [text, values] as const));
    for (const way of asked) way.mockRestore();
    expect(await ctx.db.read('select current_user')).toEqual([['usaha_app']]);
    for (const way of ['enable_seqscan', ...without]) await ctx.db.read(`set local ${way} = off`);
    const plans: PlanNode[] = [];
    for (const [text, values] of statements.filter(([sql]) => sql.includes(`${schema}.`))) {
      const statement = text.replace(/^declare .* cursor for /, '');
      const [[explained]] = (await ctx.db.read(`explain (format json) ${statement}`, values)) as [
        [{ Plan: PlanNode }[]],
      ];
      plans.push(...explained.flatMap(({ Plan }) => nodesOf(Plan)));
    }
    return plans;
  });

/** Faults of plans: tables that are read whole, and indexes that are not asked for the tenant's part. */
export const faultsOf = (nodes: readonly PlanNode[]) => ({
  passed: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
  unbound: nodes.filter((node) => node['Index Name'] && !node['Index Cond']?.includes('tenant_id')),
});
