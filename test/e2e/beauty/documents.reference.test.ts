import { act, book, newSalon, registerForSst, sellPackage, type Salon } from '../../support/beauty-money.js';
import { contract } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { print } from '../../support/printed.js';

let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
  must(await on.put(`/beauty/clients/${salon.client_id}`, { first_name: 'Siti', last_name: 'Nur' }, salon.token), 200);
});

/** The drawn texts, without the mark of a copy. */
const texts = async (path: string): Promise<string[]> =>
  (await print(path, salon.token)).texts.filter((text) => text !== 'Copy');

async function renameAll(): Promise<void> {
  const { tenant, token, client_id } = salon;
  expect((await contract.put(`/tenants/${tenant.id}`, { name: 'Salun Baharu' }, { token })).status).toBe(200);
  await registerForSst(salon);
  must(await on.put(`/beauty/clients/${client_id}`, { first_name: 'Aminah' }, token), 200);
}

describe('A-341: documents of a salon', () => {
  it('print with the names and the heading of their issue, also after renames', async () => {
    const { id } = await book(salon);
    must(await act(salon, id, 'payments', { amount: 80, payment_method: 'cash' }), 201);
    must(await act(salon, id, 'complete'), 200);
    const sold = await sellPackage(salon, 2);
    const paths = [`/beauty/appointments/${id}/receipt/`, `/beauty/client-packages/${sold.id}/receipt/`];
    const before = await Promise.all(paths.map(texts));
    await renameAll();
    expect(await Promise.all(paths.map(texts))).toEqual(before);
    for (const said of before) expect(said).toEqual(expect.arrayContaining(['Receipt', 'Siti Nur', salon.tenant.name]));
  });

  it('a bill that has no number yet names the parties as they are', async () => {
    const { id } = await book(salon);
    const path = `/beauty/appointments/${id}/receipt/`;
    expect(await texts(path)).toEqual(expect.arrayContaining(['Bill', 'Siti Nur']));
    await renameAll();
    expect(await texts(path)).toEqual(expect.arrayContaining(['Bill', 'Aminah Nur', 'Salun Baharu']));
  });

  it('an erasure takes the name from them, former names too, and leaves the figures', async () => {
    const sold = await sellPackage(salon, 2);
    const path = `/beauty/client-packages/${sold.id}/receipt/`;
    const before = await texts(path);
    await renameAll();
    const { former_names } = must(await on.get(`/beauty/clients/${salon.client_id}/export`, salon.token), 200);
    expect(former_names.at(0)).toMatchObject({ name: 'Siti Nur', address: null });
    must(await on.post(`/beauty/clients/${salon.client_id}/erase`, {}, salon.token), 200);
    const erased = await texts(path);
    expect(erased.join(' ')).not.toMatch(/Siti|Aminah/);
    expect(erased).toEqual(before.filter((text) => text !== 'Siti Nur' && text !== 'Client'));
  });
});
