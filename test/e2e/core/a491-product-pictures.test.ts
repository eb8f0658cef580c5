import type { Answer, Json } from '../../support/client.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newFile, uploadRaw } from '../../support/files.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { jpeg } from '../../support/pictures.js';

/** Pictures that products show. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const kinds = [
  {
    path: '/retail/products',
    resource: 'retail.products',
    body: () => ({ sku: unique('SKU'), name: 'Kopi', selling_price: 5 }),
  },
  { path: '/beauty/products', resource: 'beauty.products', body: () => ({ name: 'Serum', price: 45.9 }) },
] as const;

const newPicture = (of = tenant): Promise<Json> => newFile(of, jpeg(), { purpose: 'picture' });
const fileOf = async (id: string): Promise<Json> => on.data(await on.get(`/files/${id}`, token));
const removeFile = (id: string) => on.send('DELETE', `/files/${id}`, { token });

describe.each(kinds)('A-491: pictures of $path', ({ path, resource, body }) => {
  const create = (picture_ids: unknown, by = token): Promise<Answer> => on.post(path, { ...body(), picture_ids }, by);
  const created = async (...picture_ids: string[]): Promise<Json> => {
    const answer = await create(picture_ids);
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return on.data(answer);
  };
  const put = (id: string, picture_ids: unknown) => on.put(`${path}/${id}`, { picture_ids }, token);
  const read = async (id: string): Promise<Json> => on.data(await on.get(`${path}/${id}`, token));

  it('are answered in their order, with addresses that open them without a token', async () => {
    const [one, other] = [await newPicture(), await newPicture()];
    const product = await created(other.id, one.id.toUpperCase());
    expect(product.picture_ids).toEqual([other.id, one.id]);
    expect(product.picture_urls).toHaveLength(2);
    const answer = await fetch(product.picture_urls[0] as string);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=3600',
    ]);
    expect((await answer.arrayBuffer()).byteLength).toBe(other.bytes);
    expect(await read(product.id)).toEqual(product);
    const [row] = on.rows(await on.get(`${path}?page_size=1`, token), 'products');
    expect(row).toEqual(product);
    expect(await fileOf(one.id)).toMatchObject({ resource, record_id: product.id });
  });

  it('are kept until they are taken off: the file is not deleted before, and its address ends', async () => {
    const file = await newPicture();
    const product = await created(file.id);
    expectConflict(on, await removeFile(file.id), 'file_id');
    expect(on.data(await on.put(`${path}/${product.id}`, { name: 'Lain' }, token)).picture_ids).toEqual([file.id]);
    expect(on.data(await put(product.id, null)).picture_ids).toEqual([]);
    expect((await fetch(product.picture_urls[0] as string)).status).toBe(404);
    expect((await removeFile(file.id)).status).toBe(200);
    expect((await read(product.id)).picture_urls).toEqual([]);
  });

  it('are refused by their place, and nothing is kept', async () => {
    const [picture, text] = [await newPicture(), await newFile(tenant)];
    const taken = await newPicture();
    await created(taken.id);
    const other = await newPicture(await newTenant());
    for (const id of [UNKNOWN_ID, 'no id', text.id, taken.id, other.id, picture.id])
      expectInvalid(on, await create([picture.id, id]), 'picture_ids.1');
    const nine = await Promise.all(Array.from({ length: 9 }, () => newPicture()));
    expectInvalid(on, await create(nine.map(({ id }) => id)), 'picture_ids');
    expectInvalid(on, await create('kopi.jpg'), 'picture_ids');
    expect(await fileOf(picture.id)).toMatchObject({ resource: null, record_id: null });
    const product = await created(picture.id);
    expectInvalid(on, await put(product.id, [picture.id, text.id]), 'picture_ids.1');
    expect((await read(product.id)).picture_ids).toEqual([picture.id]);
  });

  it('of a deleted product open no more, and come back with it', async () => {
    const file = await newPicture();
    const product = await created(file.id);
    await on.send('DELETE', `${path}/${product.id}`, { token });
    expect((await fetch(product.picture_urls[0] as string)).status).toBe(404);
    const restored = on.data(await on.post(`${path}/${product.id}/restore`, {}, token));
    expect(restored.picture_ids).toEqual([file.id]);
    expect((await fetch(product.picture_urls[0] as string)).status).toBe(200);
  });

  it('that another user uploaded are taken by administrators, and by no colleague', async () => {
    const [staff, colleague] = [await newUser(tenant, 'staff'), await newUser(tenant, 'staff')];
    const upload = async () => {
      const answer = await uploadRaw(staff, jpeg(), { type: 'image/jpeg', fields: { purpose: 'picture' } });
      return on.data(answer).id as string;
    };
    expectInvalid(on, await create([await upload()], colleague.token), 'picture_ids.0');
    expect((await create([await upload()], staff.token)).status).toBe(201);
    expect((await create([await upload()])).status).toBe(201);
  });

  it('is one of two products that name it at once', async () => {
    const { id } = await newPicture();
    const answers = await Promise.all([create([id]), create([id]), create([id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('is named by a product, or deleted: never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const file = await newPicture();
      const product = await created();
      const [named, deleted] = await Promise.all([put(product.id, [file.id]), removeFile(file.id)]);
      expect(['200 409', '400 200']).toContain(`${named.status} ${deleted.status}`);
    }
  });
});

it('A-491: the contract surface shows no pictures, and keeps them', async () => {
  const file = await newPicture();
  const made = on.data(
    await on.post(
      '/retail/products',
      { sku: unique('SKU'), name: 'Kopi', selling_price: 5, picture_ids: [file.id] },
      token,
    ),
  );
  const before = await contractSurface.get(`/retail/products/${made.id}`, token);
  expect(JSON.stringify(before.body)).not.toContain('picture');
  await contractSurface.put(`/retail/products/${made.id}`, { name: 'Lain' }, token);
  expect(on.data(await on.get(`/retail/products/${made.id}`, token)).picture_ids).toEqual([file.id]);
  expectRefusal(on, await on.get(`/files/${file.id}`), 401);
});
