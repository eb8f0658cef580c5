import { baseUrl } from '../../support/client.js';
import { completeBuyer, newEinvoice, validEinvoice } from '../../support/einvoices.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

/** GET einvoices/{einvoice_id}/pdf/. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

describe('GET einvoices/{einvoice_id}/pdf/', () => {
  it.each([
    ['en', 'en-MY', 'E-invoice', 'Supplier', 'Total excluding tax'],
    ['ms', 'ms-MY', 'E-invois', 'Pembekal', 'Jumlah tidak termasuk cukai'],
  ])('is an A4 page in %s with parties, lines, sums and where it is seen', async (language, lang, ...said) => {
    const einvoice = await validEinvoice(tenant);
    const printed = await print(`/einvoices/${einvoice.id}/pdf/`, tenant.admin.token, language);
    expect([printed.status, printed.isPdf, printed.language, printed.widths]).toEqual([200, true, lang, [595]]);
    const text = printed.texts.join(' ');
    for (const one of [...said, einvoice.number, einvoice.uuid, 'Siti Nur', 'IG123456789', 'MYR 21.20', 'SIMULATION'])
      expect(text).toContain(one);
    expect(printed.links).toEqual([`${baseUrl()}${einvoice.validation_url}`]);
    expect(printed.header('content-disposition')).toContain(`${einvoice.number}.pdf`);
  });

  it('says that one is not valid yet, without a link', async () => {
    const blocked = await newEinvoice(tenant);
    const printed = await print(`/einvoices/${blocked.id}/pdf/`, tenant.admin.token);
    expect(printed.texts.join(' ')).toContain('NOT VALID YET');
    expect(printed.links).toEqual([]);
  });

  it('has the last four characters of the buyer’s numbers for viewers, and the seller’s whole', async () => {
    const { id } = await newEinvoice(tenant, completeBuyer);
    const { token } = await newUser(tenant, 'user');
    const text = (await print(`/einvoices/${id}/pdf/`, token)).texts.join(' ');
    expect(text).toContain('*******6789');
    expect(text).not.toContain('IG123456789');
  });

  it('is 404 for another tenant', async () => {
    const { id } = await newEinvoice(tenant);
    const other = await newTenant();
    expect((await print(`/einvoices/${id}/pdf/`, other.admin.token)).status).toBe(404);
  });
});
