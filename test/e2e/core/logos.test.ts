import { randomUUID } from 'node:crypto';
import { call, type Answer, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newClass, newEnrollment, newInvoices, newFee, newStudent } from '../../support/education.js';
import { newFile, uploadForm } from '../../support/files.js';
import { newFreightInvoice, newShipment } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { jpeg, png } from '../../support/pictures.js';
import { print, type Printed } from '../../support/printed.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';

/** Logos of businesses on what they print. */

const newLogo = async (tenant: TestTenant, content = png(), filename = 'logo.png'): Promise<Json> =>
  on.data(await uploadForm(tenant.admin, content, { filename, fields: { purpose: 'logo' } }));
const put = (tenant: TestTenant, body: Record<string, unknown>) =>
  on.put(`/tenants/${tenant.id}`, body, tenant.admin.token);
const remove = ({ admin }: TestTenant, id: string): Promise<Answer> =>
  call('DELETE', `/api/v1/files/${id}/`, { token: admin.token });

describe('A-492: the logo of a business', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  it('is set by PUT, shown, left where it is absent, and removed by null; the contract does not know it', async () => {
    const { id } = await newLogo(tenant);
    const changed = await put(tenant, { logo_file_id: id.toUpperCase() });
    expect(changed.status).toBe(200);
    expect(on.data(changed)).toMatchObject({ logo_file_id: id, logo_url: null });
    expect(on.data(await put(tenant, { name: 'Kedai Baharu' }))).toMatchObject({ logo_file_id: id });
    const { token } = tenant.admin;
    expect(on.data(await on.get(`/files/${id}`, token))).toMatchObject({ resource: 'tenants', record_id: tenant.id });
    const { body } = await contractSurface.get(`/tenants/${tenant.id}`, token);
    expect(Object.keys(body)).toContain('logo_url');
    expect(Object.keys(body)).not.toContain('logo_file_id');
    expect(on.data(await put(tenant, { logo_file_id: null }))).toMatchObject({ logo_file_id: null });
    expect(on.data(await put(tenant, { logo_file_id: id }))).toMatchObject({ logo_file_id: id });
  });

  it('is a file of the purpose logo of this business, else 400 and nothing changes', async () => {
    const before = on.data(await on.get(`/tenants/${tenant.id}`, tenant.admin.token));
    const others = await newLogo(await newTenant());
    const picture = on.data(
      await uploadForm(tenant.admin, png(), { filename: 'a.png', fields: { purpose: 'picture' } }),
    );
    const document = await newFile(tenant);
    const deleted = await newLogo(tenant);
    expect((await remove(tenant, deleted.id)).status).toBe(200);
    for (const id of [others.id, picture.id, document.id, deleted.id, randomUUID(), '', 'logo.png'])
      expectInvalid(on, await put(tenant, { name: 'Lain', logo_file_id: id }), 'logo_file_id');
    expect(on.data(await on.get(`/tenants/${tenant.id}`, tenant.admin.token))).toEqual(before);
  });

  it('has all its pixels: a PNG that is cut or of the wrong size is refused when it is uploaded', async () => {
    const whole = png();
    const size = Buffer.from(whole);
    const noise = png({ bytes: 400 });
    for (const content of [noise, Buffer.concat([whole.subarray(0, -30), whole.subarray(-12)]), size.fill(9, 18, 20)])
      expectInvalid(
        on,
        await uploadForm(tenant.admin, content, { filename: 'a.png', fields: { purpose: 'logo' } }),
        'file',
      );
  });

  it('belongs to the business: its creator sets it from elsewhere, and its staff do not', async () => {
    const staff = await newUser(tenant, 'staff');
    const { id } = await newLogo(tenant);
    expectRefusal(on, await on.put(`/tenants/${tenant.id}`, { logo_file_id: id }, staff.token), 403);
    const created = on.data(
      await on.post('/tenants', { name: 'Kedai Kedua', business_type: 'retail' }, tenant.admin.token),
    );
    expectInvalid(on, await on.put(`/tenants/${created.id}`, { logo_file_id: id }, tenant.admin.token), 'logo_file_id');
  });
});

describe('A-492: documents', () => {
  let tenant: TestTenant;
  let prints: (path: string) => Promise<Printed>;
  let papers: Record<string, string>;
  beforeAll(async () => {
    tenant = await newTenant();
    prints = (path) => print(path, tenant.admin.token);
    const [customer, student, shipment] = await Promise.all([
      newCustomer(tenant),
      newStudent(tenant),
      newShipment(tenant),
    ]);
    const [lesson, freight] = await Promise.all([newClass(tenant), newFreightInvoice(tenant)]);
    await newEnrollment(tenant, { student_id: student.id, class_id: lesson.id });
    papers = {
      'a report': '/retail/reports/sales/?format=pdf',
      "a customer's statement": `/retail/customers/${customer.id}/statement/pdf/`,
      "a student's statement": `/education/students/${student.id}/statement/pdf/`,
      'a report card': `/education/students/${student.id}/report-card/pdf/`,
      'report cards of a class': `/education/classes/${lesson.id}/report-cards/pdf/`,
      'a label': `/logistics/shipments/${shipment.id}/label/`,
      'a delivery order': `/logistics/shipments/${shipment.id}/delivery-order/`,
    };
    expect(freight.invoice_number).toEqual(expect.any(String));
  });

  it('have it on every kind of paper from then on, and none before', async () => {
    for (const path of Object.values(papers)) expect(await prints(path)).toMatchObject({ status: 200, images: 0 });
    await put(tenant, { logo_file_id: (await newLogo(tenant, jpeg(), 'logo.jpg')).id });
    for (const [name, path] of Object.entries(papers))
      expect({ name, ...(await prints(path)) }).toMatchObject({ name, status: 200, images: 1 });
  });

  it('that were issued keep theirs, so that its file stays', async () => {
    const shop = await newTenant();
    const sale = async () => sell(shop, [{ product_id: (await newProduct(shop)).id, quantity: 1 }]);
    const images = async ({ id }: Json, paper = 'a4') =>
      (await print(`/retail/sales/${id}/receipt/?paper=${paper}`, shop.admin.token)).images;
    const before = await sale();
    const { id } = await newLogo(shop);
    await put(shop, { logo_file_id: id, logo_url: 'https://127.0.0.1:1/logo.png' });
    const after = await sale();
    expect([await images(before), await images(after), await images(after, '80mm')]).toEqual([0, 1, 1]);
    await put(shop, { logo_file_id: null });
    expect([await images(before), await images(after), await images(await sale())]).toEqual([0, 1, 0]);
    expectRefusal(on, await remove(shop, id), 409);
    expect(await images(after)).toBe(1);
  });

  it('of a school: an invoice has the logo of its issue', async () => {
    const school = await newTenant();
    const student = await newStudent(school);
    const lesson = await newClass(school);
    await newEnrollment(school, { student_id: student.id, class_id: lesson.id });
    const fee = await newFee(school);
    const logo = await newLogo(school);
    await put(school, { logo_file_id: logo.id });
    const invoices = await newInvoices(school, { fee_id: fee.id, student_ids: [student.id] });
    expect(invoices).toHaveLength(1);
    await put(school, { logo_file_id: null });
    for (const { id } of invoices)
      expect(await print(`/education/invoices/${id}/pdf/`, school.admin.token)).toMatchObject({ images: 1 });
  });
});
