import { readFileSync } from 'node:fs';
import { lineOf, type EinvoiceContent, type UblDocument } from '../../libs/core/src/einvoice/document/index.js';

const path = new URL('../specification/einvoice-samples.json', import.meta.url);

/** Signed documents as MyInvois has published them. */
export const { samples: einvoiceSamples } = JSON.parse(readFileSync(path, 'utf8')) as {
  samples: Record<string, UblDocument>;
};

const address = { line1: 'Lot 66', line2: 'Bangunan Merdeka', line3: null, city: 'Kuala Lumpur', postcode: '50480' };
/** A complete invoice of one line, to an individual. */
export const einvoiceContent: EinvoiceContent = {
  type_code: '01',
  version: '1.0',
  number: 'INV-2026-000001',
  issued_at: new Date('2026-10-31T16:30:05.678Z'),
  currency: 'MYR',
  exchange_rate: null,
  period: null,
  refers_to: [],
  seller: {
    name: 'Kedai Pak Din',
    tin: 'C2584563200',
    id_type: 'BRN',
    id_value: '202001234567',
    sst_number: null,
    ttx_number: null,
    msic_code: '47111',
    activity: 'Provision stores',
    email: 'din@pakdin.example',
    phone: '+60312345678',
    address: { ...address, state: '14', country: 'MYS' },
  },
  buyer: {
    name: 'Siti binti Ali',
    tin: 'EI00000000010',
    id_type: 'NRIC',
    id_value: '900101145678',
    sst_number: null,
    email: null,
    phone: '+60123456789',
    address: { ...address, state: '14', country: 'MYS' },
  },
  payment_mode: '01',
  lines: [
    lineOf(
      {
        description: 'Beras 5 kg',
        classification: '022',
        quantity: 3,
        unit_price: 19.9,
        subtotal: 53.73,
        tax_rate: 6,
        tax_amount: 3.22,
      },
      { is_registered: true, type: '01' },
    ),
  ],
  rounding: 0,
};
