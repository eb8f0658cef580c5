import 'reflect-metadata';
import { Table, columns, columnsOf } from '@usaha/shared';
import { DataSource, Entity } from 'typeorm';
import { consenting } from './consent.js';
import { Contact, Person, contactDetails, personDetails } from './person.entity.js';

@Entity({ schema: 'test', name: 'guests' })
class Guest extends consenting(Person) {
  @columns.sealed({ tokens: (clear) => [clear], code: true }) ic_number!: string | null;
}

@Entity({ schema: 'test', name: 'couriers' })
class Courier extends Person {
  @columns.sealed({ code: true }) ic_number!: string | null;
}

@Entity({ schema: 'test', name: 'buyers' })
class Buyer extends consenting(Contact) {
  @columns.sealed({ code: true }) ic_number!: string | null;
}

const consent = ['pdpa_consent', 'pdpa_consent_date', 'pdpa_refused_at'];
const ofPerson = ['date_of_birth', 'gender', 'emergency_contact', 'erased_at'];

/** The columns that a table has of these, as statements select them. */
async function selected(entity: new () => object, names: readonly string[]): Promise<string[]> {
  const dataSource = new DataSource({ type: 'postgres', entities: [Guest, Courier, Buyer] });
  // The metadata of entities need no connection.
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const all = Table.of(entity, dataSource).columns.map(({ name }) => name);
  return names.filter((name) => all.includes(name));
}

describe('what an entity of persons builds on', () => {
  it('gives each its own columns: consent to those who are asked, erasure to persons', async () => {
    expect(await selected(Guest, [...contactDetails, ...ofPerson, ...consent])).toEqual([
      ...contactDetails,
      ...ofPerson,
      ...consent,
    ]);
    expect(await selected(Courier, [...ofPerson, ...consent])).toEqual(ofPerson);
    expect(await selected(Buyer, [...ofPerson, ...consent])).toEqual(consent);
  });

  it('withholds every detail of a person from the audit trail', () => {
    for (const name of personDetails) expect([name, columnsOf(Guest).get(name)?.withheld]).toEqual([name, true]);
  });

  it('leaves it to the entity whether the IC number is searched for', () => {
    expect(columnsOf(Guest).get('ic_number')?.tokens?.('1')).toEqual(['1']);
    for (const entity of [Courier, Buyer]) expect(columnsOf(entity).get('ic_number')?.tokens).toBeUndefined();
  });

  it('begins without consent, and is consented to on each record alone', () => {
    const [one, other] = [new Guest(), new Guest()];
    one.stateConsent({ pdpa_consent: true }, new Date());
    one.stateConsent({}, new Date());
    expect([one.pdpa_consent, other.pdpa_consent, other.erased_at]).toEqual([true, false, null]);
    expect(new Courier()).not.toHaveProperty('pdpa_consent');
  });
});
