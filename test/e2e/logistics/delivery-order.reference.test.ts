import { referenceSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newDriver, newSchedule, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const path = (id: string): string => `/logistics/shipments/${id}/delivery-order/`;
const printed = (id: string, language?: string) => print(path(id), tenant.admin.token, language);

describe('A-318: GET /api/v1/logistics/shipments/{shipment_id}/delivery-order/', () => {
  it('is a PDF under the tracking number, in English or Malay, for everybody of the business', async () => {
    const { id, tracking_number } = await newShipment(tenant, { payment_method: 'cod', payment_amount: 59.9 });
    const pdf = await printed(id);
    expect(pdf).toMatchObject({ status: 200, isPdf: true, pages: 1, widths: [595] });
    expect(pdf.title).toBe(`Delivery order ${tracking_number}`);
    expect(pdf.header('content-type')).toBe('application/pdf');
    expect(pdf.header('content-disposition')).toBe(`attachment; filename="delivery-order-${tracking_number}.pdf"`);
    expect(pdf.header('vary')).toContain('Accept-Language');
    expect(await printed(id, 'ms')).toMatchObject({ title: `Nota hantaran ${tracking_number}`, language: 'ms-MY' });
    const viewer = await newUser(tenant, 'user');
    expect((await print(path(id), viewer.token)).status).toBe(200);
  });

  it('is printed of any facts, in every script and on as many pages as it takes', async () => {
    const [driver, vehicle] = await Promise.all([newDriver(tenant, { first_name: 'முத்து' }), newVehicle(tenant)]);
    const package_details = {
      description: '书籍 புத்தகங்கள்',
      dimensions_cm: { length: 30 },
      weight_kg: 0.1,
      special_instructions: '请先打电话。'.repeat(1_500),
      pieces: 3,
    };
    const { id } = await newShipment(tenant, {
      origin: {},
      destination: { contact_person: '陳美玲', company_name: 'முத்து குமார்' },
      package_details,
      delivery_date: '2029-05-10',
      delivery_time_window: { start: '22:00', end: '02:00' },
    });
    await newSchedule(tenant, { shipment_id: id, driver_id: driver.id, vehicle_id: vehicle.id });
    const pdf = await printed(id, 'ms');
    expect(pdf).toMatchObject({ status: 200, isPdf: true });
    expect(pdf.pages).toBeGreaterThan(1);
    expect(pdf.typefaces).toBeGreaterThanOrEqual(4);
  });

  it('writes nothing, for any status', async () => {
    const { id } = await newShipment(tenant);
    for (const status of ['delivered', 'cancelled', 'pending']) {
      const token = tenant.admin.token;
      must(await on.post(`/logistics/shipments/${id}/update-status`, { status }, token), 200);
      const before = await on.get(`/logistics/shipments/${id}`, token);
      expect((await printed(id)).status).toBe(200);
      const after = await on.get(`/logistics/shipments/${id}`, token);
      expect([after.headers.get('etag'), after.text]).toEqual([before.headers.get('etag'), before.text]);
    }
  });

  it('is not found for another tenant and for what is no shipment', async () => {
    const { id } = await newShipment(tenant);
    const stranger = await newTenant();
    expect((await print(path(id), stranger.admin.token)).status).toBe(404);
    for (const unknown of [UNKNOWN_ID, 'x']) expect((await printed(unknown)).status).toBe(404);
    expect((await print(path(id), 'nonsense')).status).toBe(401);
  });
});
