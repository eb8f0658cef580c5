import { eventType, oneOf, tell } from './declared-event.js';
import { eventTypes, isPattern, patternsOf } from './event-type.js';
import { idOfPublicEvent, publicEvent, publicEventId } from './public-event.js';
import { previousStatus, recordEvents, worked } from './record-events.js';
import type { ColumnFacts } from '../schema/column-facts.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import type { Context } from '../transaction/context.js';
import type { NewEvent } from '../transaction/insert-events.js';

interface Loan extends StoredRecord {
  status: string;
  title: string;
  phone: string;
}

const said = (text: string) => ({ en: text, ms: text });
const statuses = ['open', 'returned', 'lost'];
const loanEvents = recordEvents<Loan>('library.loan')({
  path: '/loans/{id}/',
  contract_path: null,
  data: {
    status: oneOf(statuses),
    previous_status: previousStatus(statuses),
    letters: worked('count', ({ title }) => title.length),
  },
  changed: true,
  fields: { title: 'name', secret_key: null },
  statuses: {
    of: 'status',
    first: 'open',
    verbs: { returned: (_, action) => (action === 'mail_back' ? 'mailed' : 'returned'), open: 'reopened' },
    follows: ['version'],
    more: ({ title }) => title === 'Salina, 2nd edition',
  },
  actions: { renew: 'renewed', mail_back: 'mailed', look: null },
  verbs: {
    created: said('made'),
    updated: said('changed'),
    deleted: said('deleted'),
    restored: said('restored'),
    returned: said('returned'),
    reopened: said('reopened'),
    renewed: said('renewed'),
    mailed: said('mailed'),
  },
});

const loan = (more: Partial<Loan> = {}): Loan =>
  ({ id: 'l', version: 3, status: 'open', title: 'Salina', phone: '012', ...more }) as Loan;
const column = (name: string, more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  name,
  kind: 'text',
  withheld: false,
  unaudited: false,
  code: false,
  nullable: false,
  generated: false,
  ...more,
});

function context(awaited: 'yes' | 'no' | 'asked'): { ctx: Context; written: NewEvent[] } {
  const written: NewEvent[] = [];
  const db = { events: { awaits: () => awaited }, recordEvent: (event: NewEvent) => written.push(event) };
  const ctx = { tenant_id: 't', actor: { user_id: 'u' }, now: new Date(0), db } as unknown as Context;
  return { ctx, written };
}

function announced(action: string, record: Loan, before: Record<string, unknown> | null, changed: ColumnFacts[] = []) {
  const { ctx, written } = context('yes');
  loanEvents.changed(ctx, { action, record, before: before && { get: (name) => before[name] }, changed });
  return written.map(({ name, payload }) => [name.split('.')[2], (JSON.parse(payload) as { data: object }).data]);
}
const verbs = (...told: Parameters<typeof announced>) => announced(...told).map(([verb]) => verb);

describe('events of a record (A-431)', () => {
  it('have all keys of their type, and where the record is read', () => {
    expect(announced('create', loan(), null)).toEqual([
      [
        'created',
        {
          id: 'l',
          version: 3,
          path: '/loans/l/',
          contract_path: null,
          status: 'open',
          previous_status: null,
          letters: 6,
        },
      ],
    ]);
    expect(announced('delete', loan(), { status: 'open' })).toEqual([
      ['deleted', expect.objectContaining({ path: null })],
    ]);
  });

  it('announce a status that is reached alone, by any verb, and once', () => {
    expect(verbs('update', loan({ status: 'returned' }), { status: 'open' }, [column('status')])).toEqual(['returned']);
    expect(verbs('give_back', loan({ status: 'returned' }), { status: 'open' })).toEqual(['returned']);
    expect(verbs('update', loan({ status: 'returned' }), { status: 'returned' }, [column('title')])).toEqual([
      'updated',
    ]);
    expect(verbs('mail_back', loan({ status: 'returned' }), { status: 'open' })).toEqual(['mailed']);
    expect(verbs('mail_back', loan({ status: 'returned' }), { status: 'returned' })).toEqual(['mailed']);
    expect(verbs('update', loan({ status: 'lost' }), { status: 'open' }, [column('status')])).toEqual(['updated']);
    expect(verbs('update', loan(), { status: 'returned' }, [column('status')])).toEqual(['reopened']);
    const followed = [column('status'), column('version')];
    expect(verbs('update', loan(), { status: 'returned' }, followed)).toEqual(['reopened']);
    const more = loan({ title: 'Salina, 2nd edition' });
    expect(verbs('update', more, { status: 'returned' }, followed)).toEqual(['updated', 'reopened']);
    const both = announced('update', loan({ status: 'returned' }), { status: 'lost' }, [
      column('status'),
      column('title'),
    ]);
    expect(both).toMatchObject([
      ['updated', { previous_status: 'lost', changed: ['name', 'status'] }],
      ['returned', { previous_status: 'lost' }],
    ]);
  });

  it('announce both where a record is made in a later status', () => {
    expect(verbs('create', loan({ status: 'returned' }), null)).toEqual(['created', 'returned']);
  });

  it('follow the actions that are declared, and no other', () => {
    expect(verbs('renew', loan(), { status: 'open' })).toEqual(['renewed']);
    expect(verbs('look', loan(), { status: 'open' })).toEqual([]);
    expect(verbs('anything', loan(), { status: 'open' })).toEqual([]);
    expect(verbs('delete', loan({ status: 'returned' }), { status: 'open' })).toEqual(['deleted']);
    expect(verbs('restore', loan({ status: 'returned' }), { status: 'open' })).toEqual(['restored']);
  });

  it('name changed fields that are neither personal nor sealed (A-433)', () => {
    const changed = [
      column('title'),
      column('phone', { withheld: true }),
      column('notes', { kind: 'sealed', withheld: true }),
      column('health', { unaudited: true }),
      column('secret_key'),
    ];
    expect(announced('update', loan(), { status: 'open' }, changed)).toMatchObject([
      ['updated', { changed: ['name'] }],
    ]);
  });
});

describe('recording (A-436)', () => {
  const facts = jest.fn(() => ({ id: 'l', amount: 1 }));
  const paid = eventType('library.fine.paid', {
    said: said('paid'),
    path: '/fines/{loan_id}/',
    contract_path: null,
    versioned: false,
    data: { amount: 'money', loan_id: 'id?' },
  });

  it('makes no data where nothing awaits them', () => {
    const { ctx, written } = context('no');
    tell(ctx, paid, facts);
    expect([facts.mock.calls, written]).toEqual([[], []]);
  });

  it('leaves it to the INSERT where it is not known', () => {
    const { ctx, written } = context('asked');
    tell(ctx, paid, { id: 'f', amount: 2.5, loan_id: 'l' });
    expect(written).toMatchObject([
      { name: 'library.fine.paid', asked: ['library.fine.paid', 'library.fine.*', 'library.*', '*'] },
    ]);
    expect(JSON.parse((written[0] as NewEvent).payload)).toEqual({
      actor_id: 'u',
      data: { id: 'f', version: null, path: '/fines/l/', contract_path: null, amount: 2.5, loan_id: 'l' },
    });
  });

  it('refuses data that lack a key', () => {
    const { ctx } = context('yes');
    expect(() => tell(ctx, paid, facts)).toThrow('library.fine.paid lacks loan_id');
  });
});

describe('public types', () => {
  it('are matched by their name, noun and context, and by everything (A-438)', () => {
    expect(patternsOf('library.loan.created')).toEqual(['library.loan.created', 'library.loan.*', 'library.*', '*']);
    expect(patternsOf('library.loan.created').includes('library.fine.*')).toBe(false);
    expect(['*', 'library.*', 'library.loan.*', 'library.loan.created'].map(isPattern)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const wrong = ['', 'library', 'library.', 'library.*.created', 'library.loan', '**', 'library.loan.creat*', 'x.*'];
    expect(wrong.filter(isPattern)).toEqual([]);
    expect(eventTypes().map(({ type }) => type)).toContain('library.loan.renewed');
    expect(() =>
      recordEvents<Loan>('library.loan')({ path: null, contract_path: null, data: {}, verbs: { created: said('') } }),
    ).toThrow('twice');
  });

  it('are told with an identifier of hex digits, their keys in the declared order', () => {
    const id = '01a22031-11a7-7000-8000-0324b1af19e1';
    const told = publicEventId(id);
    expect(told).toBe('msg_01a2203111a7700080000324b1af19e1');
    expect([idOfPublicEvent(told), idOfPublicEvent(id), idOfPublicEvent(`${told}0`)]).toEqual([id, null, null]);
    const data = { amount: 1, contract_path: null, id: 'f', loan_id: null, path: null, version: null };
    const row = { id, tenant_id: 't', name: 'library.fine.paid', at: new Date(0), payload: { actor_id: null, data } };
    expect(JSON.stringify(publicEvent(row))).toBe(
      `{"id":"${told}","type":"library.fine.paid","timestamp":"1970-01-01T00:00:00.000Z","tenant_id":"t","actor_id":null,` +
        '"data":{"id":"f","version":null,"path":null,"contract_path":null,"amount":1,"loan_id":null}}',
    );
  });
});
