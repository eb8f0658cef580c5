import { STATE_NOT_APPLICABLE, generalTins } from '@usaha/shared/malaysia';
import type { EinvoiceBuyer } from '../buyer.entity.js';
import type { DocumentAddress, DocumentBuyer } from '../document/index.js';
import { HOME, type PartyAddress } from '../party-fields.js';

/** Stands for the number of an individual with a TIN alone (Specific Guideline 4.8, 3.5). */
const NO_IDENTITY = '000000000000';

/** A buyer as documents name it: with general numbers in place of those that are not known (A-517; SG 3.5). */
export function documentBuyer(buyer: EinvoiceBuyer): DocumentBuyer {
  const { name, tin, id_type, id_value, sst_number, email, phone, address } = buyer;
  const isIdentified = id_type !== null && id_value !== null;
  return {
    name,
    tin: tin ?? (id_type === 'PASSPORT' ? generalTins.foreign_buyer : generalTins.public),
    id_type: isIdentified ? id_type : 'NRIC',
    id_value: isIdentified ? id_value : NO_IDENTITY,
    sst_number,
    email,
    phone: phone ?? '',
    address: documentAddress(address),
  };
}

function documentAddress(address: PartyAddress | null): DocumentAddress {
  if (address === null)
    return { line1: '', line2: null, line3: null, city: null, postcode: null, state: null, country: HOME };
  const { state, country } = address;
  return { ...address, state: state ?? (country === HOME ? null : STATE_NOT_APPLICABLE) };
}
