import { sql } from './system-database.js';

/**
 * A plain database that looks like Citus with two machines to a reader of its catalogs: tenants stand on the first unless they are
 * put on the second, and each machine can be made not to answer: every statement on a row of its tenants then fails as it does
 * there, with a lost connection.
 */
export class TwoMachines {
  private constructor(private readonly ownerUrl: string) {}

  static async over(ownerUrl: string): Promise<TwoMachines> {
    const rows = await sql<{ path: string }>(
      ownerUrl,
      `select a.attrelid::regclass::text as path from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attname = 'tenant_id' and c.relkind = 'r' and c.relrowsecurity`,
    );
    await sql(
      ownerUrl,
      `create table public.pg_dist_node (nodeid integer, groupid integer, nodename text, nodeport integer, isactive boolean,
         noderole text, shouldhaveshards boolean);
       insert into public.pg_dist_node values (1, 0, 'coordinator', 5432, true, 'primary', false),
         (2, 1, 'one', 5432, true, 'primary', true), (3, 2, 'two', 5432, true, 'primary', true);
       create table public.pg_dist_partition (logicalrelid regclass, partmethod "char");
       insert into public.pg_dist_partition values ('core.users', 'h');
       -- Without shards the service does not know where tenants stand: each machine is told by its answers alone.
       create table public.pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text);
       create table public.pg_dist_placement (shardid bigint, groupid integer);
       insert into public.pg_dist_placement values (101, 1), (102, 2);
       create table public.on_the_second (tenant_id uuid primary key);
       create table public.down (groupid integer);
       create function public.get_shard_id_for_distribution_column(of regclass, tenant uuid) returns bigint
       language sql stable as $$
         select case when exists (select 1 from public.on_the_second s where s.tenant_id = tenant) then 102 else 101 end
       $$;
       create function public.answers(tenant uuid) returns boolean language plpgsql stable cost 100000 as $$
       begin
         if exists (select 1 from public.down d where d.groupid = public.get_shard_id_for_distribution_column(0, tenant) - 100)
         then raise exception 'connection to the remote node failed' using errcode = '08006';
         end if;
         return true;
       end $$;
       grant select on public.pg_dist_node, public.pg_dist_partition, public.pg_dist_shard, public.pg_dist_placement, public.on_the_second,
         public.down to usaha_app;
       ${rows.map(({ path }) => `create policy machine on ${path} as restrictive using (public.answers(tenant_id))`).join(';')}`,
    );
    return new TwoMachines(ownerUrl);
  }

  /** Puts tenants on the second machine. */
  async onTheSecond(...tenant_ids: readonly string[]): Promise<void> {
    await sql(this.ownerUrl, 'insert into public.on_the_second select unnest($1::uuid[])', [tenant_ids]);
  }

  async stop(machine: 1 | 2): Promise<void> {
    await sql(this.ownerUrl, 'insert into public.down values ($1)', [machine]);
  }

  async startAll(): Promise<void> {
    await sql(this.ownerUrl, 'delete from public.down');
  }
}
