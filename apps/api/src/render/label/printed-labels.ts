import { collectsCash, type Labelled, type Party, type Shipment } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { printedMoney, printedQuantity } from '../pdf/format.js';
import { promisedWindow } from '../promised-window.js';
import type { Label, LabelParty, LabelSheet } from './label-sheet.js';

const HOME = 'Malaysia';

/** Labels ready for the thread that draws. @param urlOf the link of public tracking of a shipment */
export const printedLabels = (
  { business, shipments }: Labelled,
  urlOf: (shipment: Shipment) => string,
  language: Language,
): LabelSheet => ({
  business: business.name,
  language,
  labels: shipments.map((shipment) => printedLabel(shipment, urlOf(shipment))),
});

function printedLabel(shipment: Shipment, link: string): Label {
  const { package_details, payment_amount } = shipment;
  const { weight_kg, is_fragile } = package_details;
  return {
    tracking_number: shipment.tracking_number,
    link,
    service: shipment.service_type,
    from: partyOf(shipment.origin),
    to: partyOf(shipment.destination),
    weight: typeof weight_kg === 'number' ? `${printedQuantity(weight_kg)} kg` : null,
    is_fragile: is_fragile === true,
    cod: collectsCash(shipment) ? `RM ${payment_amount === null ? '–' : printedMoney(payment_amount)}` : null,
    is_cancelled: shipment.status === 'cancelled',
    reference: shipment.customer_reference,
    deliver: promisedWindow(shipment),
  };
}

function partyOf({ company_name, contact_person, phone_number, address }: Party): LabelParty {
  const { street, postal_code, city, state, country } = address ?? {};
  const abroad = country === HOME ? null : country;
  return {
    names: said(contact_person, company_name),
    street: said(street)[0] ?? null,
    town: said(said(postal_code, city).join(' '), state, abroad).join(', ') || null,
    phone: said(phone_number)[0] ?? null,
  };
}

const said = (...texts: (string | null | undefined)[]): string[] =>
  texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
