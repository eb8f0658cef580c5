import { columns, columnsOf, nounsOf, type ColumnFacts } from '@usaha/shared';
import { blankOf, blankPerson, blankedColumns, literalOf } from './blank.js';
import { consenting } from '../person/consent.js';
import { Person } from '../person/person.entity.js';
import { personalData } from './personal-data.js';

const moods = ['calm', 'nervous'] as const;
const personal = { personal: true };

class Client extends consenting(Person) {
  @columns.sealed() ic_number!: string | null;
  @columns.sealedTogether() protected readonly health!: object;
  @columns.sealedWithin<string[]>('health', () => []) allergies!: string[];
  @columns.list(personal) interests!: string[];
  @columns.object(personal) preferences!: object;
  @columns.object(personal) visits: string[] = [];
  @columns.count(personal) children!: number;
  @columns.money(personal) pay = 0;
  @columns.flag(personal) is_vegetarian = true;
  @columns.day(personal) birthday!: string;
  @columns.instant(personal) last_seen!: Date;
  @columns.choice(moods, personal) mood: (typeof moods)[number] = 'calm';
  @columns.choice(moods, personal) first_mood!: (typeof moods)[number];
  @columns.uuid(personal) mother_id!: string;
  @columns.text() branch = 'Ipoh';
}

const column = (name: string): ColumnFacts => columnsOf(Client).get(name) as ColumnFacts;

describe('what a column is blank with', () => {
  it.each([
    ['email', null, 'null'],
    ['ic_number', null, 'null'],
    ['health', null, 'null'],
    ['first_name', 'Erased', "'Erased'"],
    ['interests', [], 'array[]::text[]'],
    ['preferences', {}, "'{}'::jsonb"],
    ['visits', [], "'[]'::jsonb"],
    ['children', 0, '0'],
    ['pay', 0, '0'],
    ['is_vegetarian', true, 'true'],
    ['birthday', '1970-01-01', "'1970-01-01'"],
    ['last_seen', new Date(0), "'1970-01-01T00:00:00.000Z'::timestamptz"],
    ['mood', 'calm', "'calm'"],
  ])('%s: %j, or %s in a statement', (name, blank, literal) => {
    expect(blankOf(Client, column(name))).toEqual(blank);
    expect(literalOf(column(name), blank)).toBe(literal);
  });

  it.each(['first_mood', 'mother_id'])('%s: nothing that could stand there', (name) => {
    expect(blankOf(Client, column(name))).toBeUndefined();
  });

  it('is quoted', () => {
    expect(literalOf(column('first_name'), "O'Brien")).toBe("'O''Brien'");
    expect(literalOf(column('interests'), ["it's"])).toBe("array['it''s']::text[]");
  });
});

it('an erasure blanks every personal and sealed column, save those that are kept or become something else', () => {
  const all = blankedColumns(Client, {}).map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining(['first_name', 'ic_number', 'health', 'mood']));
  for (const name of ['branch', 'pdpa_consent', 'erased_at', 'id']) expect(all).not.toContain(name);
  const left = blankedColumns(Client, { kept: { mood: {} }, becomes: { visits: 'null' } }).map(({ name }) => name);
  expect(all.filter((name) => !left.includes(name)).sort()).toEqual(['mood', 'visits']);
});

it('an erased person consents to nothing and is deleted, and what a context adds follows the blanking', () => {
  const [now, later] = [new Date('2026-03-10T08:30:00Z'), new Date('2026-03-11T08:30:00Z')];
  class Followed extends Client {
    override afterErasure(): void {
      this.branch = `of ${this.first_name}`;
    }
  }
  const data = personalData({
    entity: Followed,
    noun: nounsOf({ client: { en: 'client', ms: 'pelanggan' } }).client,
    kept: {
      first_mood: { reason: 'counted', law: 'PDPA 2010, s.4' },
      mother_id: { reason: 'cited', law: 'PDPA 2010, s.4' },
    },
    records: {},
    forgetsAnswersTo: () => true,
  });
  const client = Object.assign(new Followed(), { first_name: 'Siti', allergies: ['nuts'], first_mood: 'nervous' });
  client.consent(true, now);
  blankPerson(data, client, later);
  expect(client).toMatchObject({ first_name: 'Erased', allergies: [], first_mood: 'nervous', branch: 'of Erased' });
  expect(client).toMatchObject({ pdpa_consent: false, pdpa_consent_date: null, erased_at: later, deleted_at: later });
});
