import { AuditEntry, columnsOf, type Table } from '@usaha/shared';
import { User } from '@usaha/core';
import { Appointment } from '@usaha/healthcare';
import { exportLine, exportedFields } from './export-line.js';
import { LineReading } from './import-line.js';

const TENANT = '01890000-0000-7000-8000-000000000001';

const tableOf = (path: string, entity: new () => object): Table<object> =>
  ({ path, entity, columns: [...columnsOf(entity).values()] }) as unknown as Table<object>;

const users = tableOf('core.users', User);
const appointments = tableOf('healthcare.appointments', Appointment);

/** A line with every field of a table. */
const lineOf = (table: Table<object>, told: object): string => exportLine(told, [...new Set(exportedFields(table))]);

describe('a record of a line', () => {
  it('says the line again, with instants and sealed fields among it', () => {
    const created_at = new Date('2026-03-10T08:30:00.123Z');
    const line = lineOf(users, { id: 'a', email: 'a@example.com', ic_number: '870615-10-6127', created_at });
    const record = new LineReading(users).recordOf(line, TENANT) as User;
    expect(record).toBeInstanceOf(User);
    expect(record).toMatchObject({ tenant_id: TENANT, created_at, ic_number: '870615-10-6127', password_hash: null });
    expect(lineOf(users, record)).toBe(line);
  });

  it('has the parts of a seal', () => {
    const line = lineOf(appointments, { id: 'a', reason: 'Fever', doctor_notes: 'Rest' });
    const record = new LineReading(appointments).recordOf(line, TENANT);
    expect(record).toMatchObject({ reason: 'Fever', doctor_notes: 'Rest' });
    const { symptoms, prescriptions } = record as Appointment;
    expect(JSON.parse(lineOf(appointments, record))).toEqual({ ...JSON.parse(line), symptoms, prescriptions });
  });

  it('has the kind of an actor where it cannot be told from the id', () => {
    const trail = tableOf('kernel.audit_entries', AuditEntry);
    const kindOf = (kind: string): unknown =>
      (
        new LineReading(trail).recordOf(
          JSON.stringify({ ...JSON.parse(lineOf(trail, {})), actor_kind: kind }),
          TENANT,
        ) as AuditEntry
      ).actor_kind;
    expect([kindOf('api_key'), kindOf('user'), kindOf('service')]).toEqual(['api_key', null, null]);
  });

  it.each([
    ['a field too many', { more: 1 }, /other fields than this release knows \(more\)$/],
    ['no time', { created_at: 'soon' }, /has no time in created_at$/],
  ])('is none with %s', (_name, wrong, message) => {
    const line = JSON.stringify({ ...JSON.parse(lineOf(users, {})), ...wrong });
    expect(() => new LineReading(users).recordOf(line, TENANT)).toThrow(message);
  });

  it('is none of a line that lacks a field, or is no JSON', () => {
    expect(() => new LineReading(users).recordOf('{"id":"a"}', TENANT)).toThrow(/other fields/);
    expect(() => new LineReading(users).recordOf('{', TENANT)).toThrow(/no JSON/);
  });
});
