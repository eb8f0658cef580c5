import type { Address } from '@usaha/core';

/** Who sends or receives a shipment, and where. Names, telephone, street and coordinates are personal. */
export interface Party {
  company_name: string | null;
  address: Address | null;
  contact_person: string | null;
  phone_number: string | null;
  /** Without it a receiver cannot be told. */
  email: string | null;
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
}
