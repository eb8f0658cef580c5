import { AuditEntry, columnsOf } from '@usaha/shared';
import { User } from '@usaha/core';
import { Appointment } from '@usaha/healthcare';
import { exportLine, exportedFields } from './export-line.js';

const fieldsOf = (path: string, entity: { prototype: object }): string[] =>
  exportedFields({ path, columns: [...columnsOf(entity).values()] });

describe('a line of an export', () => {
  it('has no hash, and no tenant, which stands in the manifest', () => {
    const fields = fieldsOf('core.users', User);
    expect(fields).toEqual(expect.arrayContaining(['id', 'email', 'ic_number', 'deleted_at']));
    for (const name of ['tenant_id', 'password_hash', 'sign_in_addresses']) expect(fields).not.toContain(name);
  });

  it('has the parts of a seal by their own names', () => {
    const fields = fieldsOf('healthcare.appointments', Appointment);
    expect(fields).toEqual(expect.arrayContaining(['reason', 'symptoms', 'doctor_notes']));
    expect(fields).not.toContain('particulars');
  });

  it('has an entry of the trail as it is shown', () => {
    const entry = Object.assign(new AuditEntry(), { id: 'a', changes: { role: ['staff', 'manager'], phone: null } });
    expect(exportLine(entry, ['id', 'changes'])).toBe(
      '{"id":"a","changes":{"role":{"after":"manager","before":"staff"},"phone":{"withheld":true}}}\n',
    );
  });

  it('is one line of JSON, in which nothing is null', () => {
    const row = { id: 'a', name: 'two\nlines', at: new Date('2026-03-10T08:30:00Z'), price: 9.9, other: 1 };
    expect(exportLine(row, ['id', 'name', 'at', 'price', 'note'])).toBe(
      '{"id":"a","name":"two\\nlines","at":"2026-03-10T08:30:00.000Z","price":9.9,"note":null}\n',
    );
  });
});
