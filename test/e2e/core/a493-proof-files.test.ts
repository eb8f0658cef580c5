import type { Answer, Json } from '../../support/client.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newFile, uploadRaw } from '../../support/files.js';
import { newDriver, newShipment } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { base64, jpeg, png } from '../../support/pictures.js';

/** Photographs of a proof of delivery that are files. */

const RESOURCE = 'logistics.shipments';
/** The smallest whole WebP, of 3 × 2 pixels. */
const WEBP = Buffer.from('5249464612000000574542505650384c060000002f0240000000', 'hex');

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const at = (id: string): string => `/logistics/shipments/${id}/proof-of-delivery`;
const prove = (id: string, body: Json, by = token): Promise<Answer> =>
  on.post(at(id), { received_by: 'Tan', ...body }, by);
const proven = async (id: string, body: Json, by = token): Promise<Json> => {
  const answer = await prove(id, body, by);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return on.data(answer);
};
const photograph = (content = jpeg(), of = tenant): Promise<Json> => newFile(of, content);
const fileOf = async (id: string): Promise<Json> => on.data(await on.get(`/files/${id}`, token));
const removeFile = (id: string) => on.send('DELETE', `/files/${id}`, { token });

describe('A-493: picture_ids of a proof of delivery', () => {
  it('are answered in their order, and become files of the shipment', async () => {
    const { id } = await newShipment(tenant);
    const [one, other] = [await photograph(), await photograph(png())];
    const proof = await proven(id, { picture_ids: [other.id, one.id.toUpperCase()], pictures: [base64(png())] });
    expect(proof.picture_ids).toEqual([other.id, one.id]);
    expect(proof.pictures).toHaveLength(1);
    expect(on.data(await on.get(at(id), token)).picture_ids).toEqual([other.id, one.id]);
    for (const file of [one, other]) expect(await fileOf(file.id)).toMatchObject({ resource: RESOURCE, record_id: id });
    expect((await on.get(`/files/${one.id}/content`, token)).status).toBe(200);
  });

  it('may be files of the shipment already, and are kept while the proof names them', async () => {
    const { id } = await newShipment(tenant);
    const fields = { resource: RESOURCE, record_id: id };
    const [named, other] = [
      on.data(await uploadRaw(tenant.admin, jpeg(), { fields })),
      on.data(await uploadRaw(tenant.admin, jpeg(), { fields })),
    ];
    await proven(id, { picture_ids: [named.id] });
    expectConflict(on, await removeFile(named.id), 'file_id');
    expect((await removeFile(other.id)).status).toBe(200);
    expect((await fileOf(named.id)).status).toBe('ready');
  });

  it('are none unless sent, also as null', async () => {
    for (const body of [{}, { picture_ids: null }, { picture_ids: [] }])
      expect((await proven((await newShipment(tenant)).id, body)).picture_ids).toEqual([]);
  });

  it('are refused by their place, and nothing is recorded', async () => {
    const { id } = await newShipment(tenant);
    const [picture, text, webp] = [await photograph(), await newFile(tenant), await newFile(tenant, WEBP)];
    expect(webp.media_type).toBe('image/webp');
    const theirs = on.data(
      await uploadRaw(tenant.admin, jpeg(), {
        fields: { resource: RESOURCE, record_id: (await newShipment(tenant)).id },
      }),
    );
    const foreign = await photograph(jpeg(), await newTenant());
    for (const wrong of [text.id, webp.id, theirs.id, foreign.id, picture.id, UNKNOWN_ID, 'x'])
      expectInvalid(on, await prove(id, { picture_ids: [picture.id, wrong] }), 'picture_ids.1');
    expectInvalid(on, await prove(id, { picture_ids: 'x' }), 'picture_ids');
    expectRefusal(on, await on.get(at(id), token), 404);
    expect(await fileOf(picture.id)).toMatchObject({ resource: null, record_id: null });
  });

  it('are at most three together with pictures', async () => {
    const { id } = await newShipment(tenant);
    const files = await Promise.all([photograph(), photograph(), photograph(), photograph()]);
    const ids = files.map((file) => file.id as string);
    expectInvalid(on, await prove(id, { picture_ids: ids }), 'picture_ids');
    const two = [base64(png()), base64(png())];
    expectInvalid(on, await prove(id, { picture_ids: ids.slice(0, 2), pictures: two }), 'picture_ids');
    expect((await proven(id, { picture_ids: ids.slice(0, 3) })).picture_ids).toHaveLength(3);
  });

  it('go to one of two shipments whose proofs name a file at once', async () => {
    const { id } = await photograph();
    const shipments = await Promise.all([newShipment(tenant), newShipment(tenant)]);
    const answers = await Promise.all(shipments.map((shipment) => prove(shipment.id, { picture_ids: [id] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('are uploaded and read by the driver of the shipment, and by no other', async () => {
    const [driver, other] = [await newDriver(tenant), await newDriver(tenant)];
    const person = await newUser(tenant, 'staff', { driver_id: driver.id });
    const stranger = await newUser(tenant, 'staff', { driver_id: other.id });
    const { id } = await newShipment(tenant);
    const report = { status: 'in_transit', driver_id: driver.id };
    expect((await on.post(`/logistics/shipments/${id}/update-status`, report, token)).status).toBe(200);
    const file = on.data(await uploadRaw(person, jpeg()));
    expect((await proven(id, { picture_ids: [file.id] }, person.token)).picture_ids).toEqual([file.id]);
    expect((await on.get(`/files/${file.id}`, person.token)).status).toBe(200);
    expectRefusal(on, await on.get(`/files/${file.id}`, stranger.token), 404);
  });

  it('of a file that another user uploaded are refused', async () => {
    const staff = await newUser(tenant, 'staff');
    const file = await photograph();
    expectInvalid(
      on,
      await prove((await newShipment(tenant)).id, { picture_ids: [file.id] }, staff.token),
      'picture_ids.0',
    );
  });
});
