import { NotDistributable, distributionOf, scriptOf } from './distribution.js';
import type { StoredSchema, StoredTable } from './stored-schema.js';

const table = (path: string, place: StoredTable['place'] = 'local', key = ['tenant_id', 'id']): StoredTable => ({
  path,
  key,
  place,
});
const key = (from: string, name: string, target: string) => ({
  table: from,
  name,
  target,
  definition: `FOREIGN KEY (tenant_id, x_id) REFERENCES ${target}(tenant_id, id)`,
});

const fresh: StoredSchema = {
  database: 'my "shop"',
  tables: [
    table('a.children'),
    table('a.parents'),
    table('core.tenants', 'local', ['id']),
    table('kernel.coordinator', 'local', ['id']),
    table('z.parts', 'local', ['tenant_id', 'line']),
  ],
  keys: [key('a.children', 'children_parent', 'a.parents'), key('z.parts', 'parts_tenant', 'core.tenants')],
  functions: [
    { signature: 'a.found(uuid,text)', asOwner: true, isDistributed: false, mayNest: false },
    { signature: 'a.plain()', asOwner: false, isDistributed: true, mayNest: false },
  ],
  roleLogsIn: false,
  settings: [],
};

const placeOf = ({ path, key: [first] }: StoredTable): StoredTable['place'] =>
  first === 'tenant_id' ? 'distributed' : path === 'kernel.coordinator' ? 'coordinator' : 'reference';

/** The same once all was done. */
const moved: StoredSchema = {
  ...fresh,
  tables: fresh.tables.map((one) => ({ ...one, place: placeOf(one) })),
  functions: fresh.functions.map((one) => ({ ...one, isDistributed: true, mayNest: one.asOwner })),
  roleLogsIn: true,
  settings: ['citus.propagate_set_commands=local', 'citus.multi_shard_modify_mode=sequential'],
};

const statementsOf = (schema: StoredSchema): string[] => distributionOf(schema).flatMap((step) => step.statements);

describe('the SQL that moves a database to Citus', () => {
  it('says roles, settings, keys, tables, keys again and functions, in this order', () => {
    expect(statementsOf(fresh)).toEqual([
      'ALTER ROLE usaha_app LOGIN;',
      `ALTER DATABASE "my ""shop""" SET citus.propagate_set_commands = 'local';`,
      `ALTER DATABASE "my ""shop""" SET citus.multi_shard_modify_mode = 'sequential';`,
      'ALTER TABLE a.children DROP CONSTRAINT children_parent;',
      'ALTER TABLE z.parts DROP CONSTRAINT parts_tenant;',
      `SELECT create_reference_table('core.tenants');`,
      `SELECT citus_add_local_table_to_metadata('kernel.coordinator');`,
      `SELECT create_distributed_table('a.parents', 'tenant_id', colocate_with => 'none');`,
      `SELECT create_distributed_table('a.children', 'tenant_id', colocate_with => 'a.parents');`,
      `SELECT create_distributed_table('z.parts', 'tenant_id', colocate_with => 'a.parents');`,
      `SELECT truncate_local_data_after_distributing_table('a.children');`,
      `SELECT truncate_local_data_after_distributing_table('a.parents');`,
      `SELECT truncate_local_data_after_distributing_table('core.tenants');`,
      `SELECT truncate_local_data_after_distributing_table('z.parts');`,
      'ALTER TABLE a.children ADD CONSTRAINT children_parent FOREIGN KEY (tenant_id, x_id) REFERENCES a.parents(tenant_id, id);',
      'ALTER TABLE z.parts ADD CONSTRAINT parts_tenant FOREIGN KEY (tenant_id, x_id) REFERENCES core.tenants(tenant_id, id);',
      `SELECT create_distributed_function('a.found(uuid,text)');`,
      'REVOKE ALL ON FUNCTION a.found(uuid,text) FROM PUBLIC;',
      'ALTER FUNCTION a.found(uuid,text) SET citus.allow_nested_distributed_execution = on;',
    ]);
  });

  it('is nothing once all was done', () => {
    expect(distributionOf(moved)).toEqual([]);
  });

  it('is after a later migration what that has added, with the tables that are there', () => {
    const later = {
      ...moved,
      tables: [...moved.tables, table('z.added')],
      keys: [...moved.keys, key('z.added', 'added_child', 'a.children')],
    };
    expect(statementsOf(later)).toEqual([
      'ALTER TABLE z.added DROP CONSTRAINT added_child;',
      `SELECT create_distributed_table('z.added', 'tenant_id', colocate_with => 'a.children');`,
      `SELECT truncate_local_data_after_distributing_table('z.added');`,
      'ALTER TABLE z.added ADD CONSTRAINT added_child FOREIGN KEY (tenant_id, x_id) REFERENCES a.children(tenant_id, id);',
    ]);
  });

  it('takes tables whose keys go round', () => {
    const round = {
      ...moved,
      tables: [table('a.one'), table('a.other')],
      keys: [key('a.one', 'one_other', 'a.other'), key('a.other', 'other_one', 'a.one'), key('a.one', 'own', 'a.one')],
    };
    expect(statementsOf(round).filter((text) => text.includes('create_distributed_table'))).toEqual([
      `SELECT create_distributed_table('a.other', 'tenant_id', colocate_with => 'none');`,
      `SELECT create_distributed_table('a.one', 'tenant_id', colocate_with => 'a.other');`,
    ]);
  });

  it.each([
    ['has the tenant behind something else', ['id', 'tenant_id']],
    ['is none', []],
  ])('is refused where a primary key %s', (_, columns) => {
    const wrong = { ...fresh, tables: [table('a.wrong', 'local', columns)] };
    expect(() => distributionOf(wrong)).toThrow(NotDistributable);
    expect(() => distributionOf(wrong)).toThrow('a.wrong');
  });

  it('is one transaction as a script, in which every statement is a line', () => {
    const script = scriptOf(distributionOf(fresh));
    expect([script[0], script.at(-1)]).toEqual(['BEGIN;', 'COMMIT;']);
    expect(script.filter((line) => !/^(--.*|[A-Z].*;)$/.test(line))).toEqual([]);
  });
});
