import { inflateSync } from 'node:zlib';
import { baseUrl, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { raw } from '../../support/http-raw.js';
import { newShipment } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

/** 100 mm in whole points. */
const WIDTH = 283;

let tenant: TestTenant;
let token: string;
let shipment: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  shipment = await newShipment(tenant);
});

/** How many outlines are drawn on the page of a PDF, whose content comes first; what is filled is none. */
function strokesOf(pdf: Buffer): number {
  const from = pdf.indexOf('stream\n') + 'stream\n'.length;
  const content = inflateSync(pdf.subarray(from, pdf.indexOf('\nendstream', from))).toString('latin1');
  expect(content).toContain(' re\n');
  return content.match(/^S$/gm)?.length ?? 0;
}
const labels = (ids: string, by = token) => on.get(`/logistics/shipments/labels?ids=${ids}`, by);
const printed = (ids: readonly string[], language?: string) =>
  print(`/logistics/shipments/labels/?ids=${ids.join(',')}`, token, language);

describe('GET /api/v1/logistics/shipments/{shipment_id}/label/', () => {
  it('is a PDF of one page for a label printer, to be saved under the tracking number', async () => {
    const label = await print(`/logistics/shipments/${shipment.id}/label/`, token);
    expect(label).toMatchObject({ status: 200, isPdf: true, pages: 1, widths: [WIDTH], language: 'en-MY' });
    expect(label.header('content-type')).toBe('application/pdf');
    expect(label.header('content-disposition')).toBe(`attachment; filename="${shipment.tracking_number}.pdf"`);
  });

  it('is in Malay for a caller that prefers it, and printed by every role that may read', async () => {
    const { token: viewer } = await newUser(tenant, 'user');
    const label = await print(`/logistics/shipments/${shipment.id}/label/`, viewer, 'ms');
    expect(label).toMatchObject({ status: 200, language: 'ms-MY', title: 'Label bungkusan' });
  });

  it('is printed of a shipment with nothing but empty parties', async () => {
    const { id } = await newShipment(tenant, { origin: {}, destination: {}, payment_method: 'COD' });
    expect(await print(`/logistics/shipments/${id}/label/`, token)).toMatchObject({ status: 200, pages: 1 });
  });

  it('A-290: has a frame with the amount to collect, as it was read from the database', async () => {
    const framesOf = async (extra: Json): Promise<number> => {
      const { id } = await newShipment(tenant, { payment_amount: 59.9, ...extra });
      const answer = await fetch(`${baseUrl()}/api/v1/logistics/shipments/${id}/label/`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return strokesOf(Buffer.from(await answer.arrayBuffer()));
    };
    expect(await framesOf({ payment_method: 'Cash on Delivery' })).toBe(1);
    expect(await framesOf({ payment_method: 'card' })).toBe(0);
  });

  it('brings a typeface along for every script', async () => {
    const destination = { contact_person: '陳美玲', address: { street: 'எண் 12, ஜாலான் துங்கு', city: '吉隆坡' } };
    const { id } = await newShipment(tenant, { destination });
    const label = await print(`/logistics/shipments/${id}/label/`, token);
    expect(label.typefaces).toBeGreaterThanOrEqual(4);
  });

  it('is printed, and has a link, for any host header', async () => {
    const path = `/api/v1/logistics/shipments/${shipment.id}`;
    for (const [host, isKept] of [
      ['usaha.example:8443', true],
      ['[::1]:3000', true],
      ['a'.repeat(3_000), false],
      ['"><script>', false],
      ['usaha.example/x', false],
    ] as const) {
      expect((await raw('GET', `${path}/label/`, { token, headers: { host } })).status).toBe(200);
      const { data } = (await raw('GET', `${path}/tracking-link/`, { token, headers: { host } })).body;
      expect([host, data.url]).toEqual([
        host,
        expect.stringMatching(/^http:\/\/(localhost:\d+|usaha\.example:8443|\[::1\]:3000)\/track\/[\w-]{72}$/),
      ]);
      expect(data.url.includes(host)).toBe(isKept);
    }
  });

  it("is 404 for another tenant's, and needs a token", async () => {
    const { admin } = await newTenant();
    for (const id of [shipment.id, UNKNOWN_ID, 'x'])
      expectRefusal(on, await on.get(`/logistics/shipments/${id}/label`, admin.token), 404);
    expect((await fetch(`${baseUrl()}/api/v1/logistics/shipments/${shipment.id}/label/`)).status).toBe(401);
  });
});

describe('GET /api/v1/logistics/shipments/labels/', () => {
  it('is one PDF with a page for each, and one that is named twice, once', async () => {
    const others = await Promise.all([newShipment(tenant), newShipment(tenant)]);
    const ids = [shipment, ...others].map(({ id }) => id as string);
    const all = await printed([...ids, ids[0]!.toUpperCase()], 'ms');
    expect(all).toMatchObject({ status: 200, isPdf: true, pages: 3, widths: [WIDTH], language: 'ms-MY' });
    expect(all.header('content-disposition')).toBe('attachment; filename="labels.pdf"');
  });

  it('is of at most 100 shipments', async () => {
    const many = Array.from({ length: 100 }, () => shipment.id as string);
    expect(await printed(many)).toMatchObject({ status: 200, pages: 1 });
    expectInvalid(on, await labels([...many, shipment.id].join(',')), 'ids');
  });

  it('names what it cannot print, and prints nothing then', async () => {
    const foreign = await newShipment(await newTenant());
    for (const id of [foreign.id, UNKNOWN_ID, 'x', ''])
      expectInvalid(on, await labels(`${shipment.id},${id}`), 'ids.1');
    for (const ids of ['', '%00', 'x'.repeat(4_001)]) expectInvalid(on, await labels(ids), 'ids');
    expectInvalid(on, await on.get('/logistics/shipments/labels', token), 'ids');
  });
});
