import { insertAudit, type AuditChange } from './audit-change.js';
import { isUuid } from '../values/ids.js';

const change = (more: Partial<AuditChange> = {}): AuditChange => ({
  tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001',
  at: new Date('2026-03-10T08:30:00Z'),
  actor_id: null,
  actor_kind: 'service',
  action: 'update',
  record_type: 'user',
  record_id: '0198f3a2-6b1c-7c3e-9d2a-000000000002',
  changes: { role: { before: 'staff', after: 'manager' }, phone: { withheld: true } },
  ...more,
});

describe('the statement of the audit trail', () => {
  it('writes all changes of a transaction at once, each with an id of its time', () => {
    const { text, values } = insertAudit([change(), change({ action: 'delete', changes: {} })]);
    expect(text).toBe(
      'insert into kernel.audit_entries (tenant_id, id, at, actor_id, actor_kind, action, record_type, record_id, changes) values ' +
        '($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18)',
    );
    expect(values).toHaveLength(18);
    expect(isUuid(values[1]) && isUuid(values[10])).toBe(true);
    expect(String(values[1]) < String(values[10])).toBe(true);
    expect([values[5], values[14]]).toEqual(['update', 'delete']);
  });

  it('has one text for one number of changes, so that it is prepared once', () => {
    expect(insertAudit([change()]).text).toBe(insertAudit([change({ action: 'create', changes: {} })]).text);
  });

  it('stores what changed as short JSON, where a withheld field has a name and no value', () => {
    const { values } = insertAudit([change()]);
    expect(JSON.parse(String(values[8]))).toEqual({
      role: ['staff', 'manager'],
      phone: null,
    });
  });
});
