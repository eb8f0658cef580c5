import 'reflect-metadata';
import { TenantRecord, LedgerEntry, Table, columns, nounsOf, type Database } from '@usaha/shared';
import { DataSource, Entity } from 'typeorm';
import { accountsPeriod } from './accounts.js';
import { childrenOf, personalData, recordsOf, rowsOf, type Reason } from './personal-data.js';
import { PersonRegistry } from './person-registry.js';
import { Person } from '../person/person.entity.js';

const personal = { personal: true };

@Entity({ schema: 'test', name: 'clients' })
class Client extends Person {
  @columns.sealed() ic_number!: string | null;
}

@Entity({ schema: 'test', name: 'visits' })
class Visit extends TenantRecord {
  @columns.uuid() client_id!: string;
  @columns.sealed({ tokens: (clear) => [clear] }) ic_number!: string | null;
  @columns.text({ nullable: true, ...personal }) wishes: string | null = null;
  @columns.text() status = 'open';
}

@Entity({ schema: 'test', name: 'steps' })
class Step extends LedgerEntry {
  @columns.uuid() visit_id!: string;
  @columns.text(personal) done!: string;
}

@Entity({ schema: 'test', name: 'tallies' })
class Tally extends LedgerEntry {
  @columns.uuid() client_id!: string;
}

@Entity({ schema: 'test', name: 'kins' })
class Kin extends TenantRecord {
  @columns.uuid() client_id!: string;
  @columns.uuid(personal) kin_id!: string;
}

const nouns = nounsOf({ client: { en: 'client', ms: 'pelanggan' }, visit: { en: 'visit', ms: 'lawatan' } });
const why: Reason = { reason: 'it is counted', law: 'PDPA 2010, s.4' };

let registry: PersonRegistry;
beforeEach(async () => {
  const dataSource = new DataSource({ type: 'postgres', entities: [Client, Visit, Step, Tally, Kin] });
  // The metadata of entities need no connection.
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const table = <T extends object>(entity: new () => T) => Table.of(entity, dataSource);
  registry = new PersonRegistry({ table } as unknown as Database);
});

const visits = recordsOf(Visit, {
  noun: nouns.visit,
  names: 'client_id',
  becomes: { status: "'closed'" },
  children: { steps: childrenOf(Step, 'visit_id') },
});
const clients = (records = {}, more: object = {}) =>
  personalData({ entity: Client, noun: nouns.client, records, forgetsAnswersTo: () => true, ...more });
const statementsOf = (records: object) => {
  const data = clients(records);
  registry.register(data);
  return registry.of(data).records[0]?.statements;
};

describe('the statements of an erasure', () => {
  it('blank every personal and sealed column of the records and of what belongs to them; each table has its tenant', () => {
    expect(statementsOf({ visits })).toEqual({
      within: null,
      blank: {
        records:
          "update test.visits r set ic_number = null, ic_number_tokens = null, wishes = null, status = 'closed', " +
          'updated_at = $3, version = r.version + 1 where r.tenant_id = $1 and r.client_id = $2',
        children: [
          "update test.steps r set done = 'Erased' from test.visits o where r.tenant_id = $1 and " +
            'o.tenant_id = $1 and o.id = r.visit_id and o.client_id = $2',
        ],
      },
      blankOld: { records: null, children: [] },
    });
  });

  it('leave alone what the law asks for whole, and blank it once afterwards', () => {
    expect(statementsOf({ visits: { ...visits, keptWhole: accountsPeriod } })).toEqual({
      within: null,
      blank: { records: null, children: [] },
      blankOld: {
        records: expect.stringMatching(
          /^update test\.visits r set .* from test\.clients p where r\.tenant_id = \$1 and p\.tenant_id = \$1 and p\.id = r\.client_id and p\.erased_at is not null and r\.created_at < \$2 and \(r\.ic_number is distinct from null or .*\) returning r\.id$/,
        ),
        children: [
          expect.stringMatching(
            /^update test\.steps r set done = 'Erased' from test\.visits o, test\.clients p where r\.tenant_id = \$1 and o\.tenant_id = \$1 and .* and p\.tenant_id = \$1 and .* and o\.created_at < \$2 and \(r\.done is distinct from 'Erased'\) returning r\.id$/,
          ),
        ],
      },
    });
  });

  it('are none for the entries of a ledger in which nothing is personal', () => {
    const visited = rowsOf(Tally, { noun: nouns.visit, names: 'client_id' });
    expect(statementsOf({ visited })?.blank).toEqual({ records: null, children: [] });
  });

  it('change the records that rows stand in, which are held while their rows are written', () => {
    const within = { entity: Visit, names: 'visit_id' } as const;
    const done = rowsOf(Step, { noun: nouns.visit, names: 'done', within });
    expect(statementsOf({ done })?.within).toBe(
      'update test.visits r set updated_at = $3, version = r.version + 1 where r.tenant_id = $1 and ' +
        'r.id in (select o.visit_id from test.steps o where o.tenant_id = $1 and o.done = $2)',
    );
  });

  it('keep what is stated', () => {
    const kept = recordsOf(Visit, { noun: nouns.visit, names: 'client_id', kept: { wishes: why } });
    expect(statementsOf({ visits: kept })?.blank.records).not.toContain('wishes');
  });
});

describe('a slip in what is declared ends the start', () => {
  const withKept = (kept: object) => clients({ visits: { ...visits, kept } });
  it.each([
    ['an exception that names no column', withKept({ wish: why }), 'visits: there is no column wish'],
    ['one of the person that names no column', clients({}, { kept: { nam: why } }), 'client: there is no column nam'],
    [
      'one without a reason',
      withKept({ wishes: { ...why, reason: ' ' } }),
      'what is kept needs its reason and its law',
    ],
    ['one without a law', withKept({ wishes: { ...why, law: '' } }), 'what is kept needs its reason and its law'],
    ['one that is changed as well', withKept({ status: why }), 'status is kept and becomes something else'],
    [
      'a period without a law',
      clients({ visits: { ...visits, keptWhole: { ...accountsPeriod, law: '' } } }),
      'what is kept needs its reason and its law',
    ],
    [
      'files that stay without a reason',
      clients({ visits: { ...visits, filesKept: { ...why, reason: '' } } }),
      'what is kept needs its reason and its law',
    ],
    [
      'records that name the person nowhere',
      clients({ visits: { ...visits, names: 'patient_id' } }),
      'no column patient_id',
    ],
    [
      'children that name no record',
      clients({ visits: { ...visits, children: { steps: childrenOf(Step, 'bill_id' as 'id') } } }),
      'no column bill_id',
    ],
    [
      'rows that do not name the record in which they stand',
      clients({ steps: { ...visits, within: { entity: Visit, names: 'bill_id' } } }),
      'no column bill_id',
    ],
    ['an activity that is no column', clients({ visits: { ...visits, active: ['seen_at'] } }), 'no column seen_at'],
    ['a period that is no column', clients({}, { retention: 'kept_for' }), 'no column kept_for'],
    ['a person whose erasure could not be seen', clients({}, { entity: Visit }), 'no column erased_at'],
    [
      'a reference that can be neither empty nor blank',
      clients({ kins: recordsOf(Kin, { noun: nouns.visit, names: 'client_id' }) }),
      'kin_id cannot be blanked',
    ],
  ])('%s', (_, data, message) => {
    expect(() => registry.register(data)).toThrow(message);
  });

  it('a person who is registered twice, and one who is not', () => {
    registry.register(clients());
    expect(() => registry.register(clients())).toThrow('registered twice');
    expect(() => registry.of(clients())).toThrow('are not registered');
  });
});
