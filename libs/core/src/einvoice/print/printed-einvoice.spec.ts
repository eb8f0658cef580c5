import { einvoiceContent } from '../../../../../test/support/einvoice-documents.js';
import { ublOf } from '../document/index.js';
import { EinvoiceDocument } from '../record/index.js';
import { printedEinvoice } from './printed-einvoice.js';

const document = Object.assign(new EinvoiceDocument(), {
  ...{ kind: 'invoice', ubl_version: '1.0', number: 'INV-1', environment: 'simulator', status: 'valid' },
});

describe('A-528: an e-invoice as it is printed', () => {
  it('has the parties and lines of its text', () => {
    const { text, is_simulated } = printedEinvoice(document, JSON.stringify(ublOf(einvoiceContent)));
    const { buyer, seller, lines } = einvoiceContent;
    expect(is_simulated).toBe(true);
    expect(text?.buyer).toMatchObject({ name: buyer.name, tin: buyer.tin, id_value: buyer.id_value });
    expect(text?.seller).toMatchObject({ name: seller.name, tin: seller.tin });
    expect(text?.lines).toEqual(
      lines.map(({ description, classification, quantity, price, discount, charge, net, taxes }) => ({
        ...{ description, classification, quantity, unit_price: price, discount, charge, net },
        tax_rate: taxes[0]?.rate,
        tax_amount: taxes.reduce((sum, { amount }) => sum + amount, 0),
      })),
    );
  });

  it('leaves out what stands as NA, as of the general public', () => {
    const buyer = { ...einvoiceContent.buyer, id_type: 'BRN' as const, id_value: 'NA', sst_number: 'NA', phone: 'NA' };
    const period = { from: '2026-10-01', to: '2026-10-31' };
    const { text } = printedEinvoice(document, JSON.stringify(ublOf({ ...einvoiceContent, buyer, period })));
    expect(text?.buyer).toMatchObject({ id_type: null, id_value: null, sst_number: null, phone: null });
    expect(text?.period).toEqual(period);
  });

  it('has no parties and lines without a text', () => {
    expect(printedEinvoice(document, null).text).toBeNull();
  });
});
