import type { Address, Tenant } from '../tenant/tenant.entity.js';

/** A party as documents name it. */
export interface Party {
  name: string;
  address: Address | null;
}

/** The business that hands documents out. */
export interface Seller extends Party {
  /** Of the business (SSM), as it was given. */
  registration_number: string | null;
  /** Of its registration for SST: `sst_registration_number` in the tenant's settings. */
  sst_registration_number: string | null;
  phone: string | null;
  email: string | null;
  /** Absent on sellers that were kept before it was. */
  logo_url?: string | null;
}

/** The business itself, as its documents name it now. */
export function sellerOf(tenant: Tenant): Seller {
  const { sst_registration_number } = tenant.settings;
  return {
    name: tenant.name,
    registration_number: tenant.registration_number,
    sst_registration_number:
      typeof sst_registration_number === 'string' && sst_registration_number.trim() !== ''
        ? sst_registration_number
        : null,
    address: tenant.address,
    phone: tenant.phone,
    email: tenant.email,
    logo_url: tenant.logo_url,
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
