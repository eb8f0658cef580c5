import type { Address, Tenant } from '../tenant/tenant.entity.js';
import { printedNumber } from '../tenant/tenant-settings.js';

/** A party as documents name it. */
export interface Party {
  name: string;
  address: Address | null;
}

/** The business that hands documents out. */
export interface Seller extends Party {
  /** Of the business (SSM), as it was given: the tenant's registration number, otherwise `ssm_number` in its settings. */
  registration_number: string | null;
  /** Of its registration for SST: `sst_registration_number` in the tenant's settings. */
  sst_registration_number: string | null;
  phone: string | null;
  email: string | null;
  /** Absent on sellers that were kept before it was. */
  logo_url?: string | null;
  /** Absent on sellers that were kept before it was. */
  logo_file_id?: string | null;
}

/** The heading of a document that names no more of the business. */
export type Letterhead = Pick<Seller, 'name' | 'logo_file_id'>;

/** The business itself, as its documents name it now. */
export function sellerOf(tenant: Tenant): Seller {
  return {
    name: tenant.name,
    registration_number: tenant.registration_number ?? printedNumber(tenant.settings, 'ssm_number'),
    sst_registration_number: printedNumber(tenant.settings, 'sst_registration_number'),
    address: tenant.address,
    phone: tenant.phone,
    email: tenant.email,
    logo_url: tenant.logo_url,
    logo_file_id: tenant.logo_file_id,
  };
}

/** The parts of a name. */
interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** A person whose documents name no address: they lie on counters, and are handed to children. */
export const personParty = ({ first_name, last_name }: Named): Party => ({
  name: [first_name, last_name].filter(Boolean).join(' '),
  address: null,
});

/** A person whose documents name the address too. */
export const addressedParty = (contact: Named & Pick<Party, 'address'>): Party => ({
  ...personParty(contact),
  address: contact.address,
});
