/** The least that a buyer of e-invoices has. */
export const einvoiceBuyer = {
  name: 'Siti Nur',
  tin: 'IG123456789',
  phone: '+60123450101',
  address: { line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur' },
};
