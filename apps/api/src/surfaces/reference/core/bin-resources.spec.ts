import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rights } from '@usaha/core';
import { includesRole, roles, type Role } from '@usaha/shared';
import { binResources, shownResources } from './bin-resources.js';

const root = join(import.meta.dirname, '../../../../../..');
const table = JSON.parse(readFileSync(join(root, 'test/specification/data-tables.json'), 'utf8')) as {
  bin: Record<string, Role>;
};

const rights = (role: Role, more: Partial<Rights> = {}): Rights =>
  ({ tenant_id: 't', actor: { role }, disabled_modules: [], ...more }) as unknown as Rights;

describe('resources of the bin (A-508)', () => {
  it('are those of the table', () => expect([...binResources].sort()).toEqual(Object.keys(table.bin).sort()));

  it.each(roles)('%s is shown what the table says', (role) => {
    const expected = Object.entries(table.bin).flatMap(([resource, least]) =>
      includesRole(role, least) ? [resource] : [],
    );
    expect([...shownResources(rights(role))].sort()).toEqual(expected.sort());
  });

  it('are refused one by one by role, module and scope', () => {
    expect(() => shownResources(rights('staff'), 'healthcare.patients')).toThrow('STAFF');
    const without = rights('admin', { disabled_modules: ['retail'] });
    expect(() => shownResources(without, 'retail.products')).toThrow('retail');
    expect(shownResources(without)).not.toContain('retail.products');
    const key = rights('admin', { api_key: { scopes: ['bin:read', 'users:read'] } as unknown as Rights['api_key'] });
    expect(shownResources(key)).toEqual(['users']);
    expect(() => shownResources(key, 'beauty.staff')).toThrow('beauty:read');
  });
});
