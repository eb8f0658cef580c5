import { value, optional, type UblNode } from './nodes.js';
import type { DocumentAddress, DocumentBuyer, EinvoiceContent } from './content.js';

/** Stands where a business or buyer has no number of that kind. */
export const NONE = 'NA';

/** The business that sells. Its fields are complete: `checkContent` says what is missing. */
export function supplierParty({ seller }: EinvoiceContent): UblNode[] {
  const { tin, id_type, id_value, sst_number, ttx_number, msic_code, activity, email, phone, name, address } = seller;
  return [
    {
      Party: [
        {
          IndustryClassificationCode: value(msic_code ?? '', { name: activity ?? '' }),
          PartyIdentification: [
            identification('TIN', tin ?? ''),
            identification(id_type, id_value ?? ''),
            identification('SST', sst_number ?? NONE),
            identification('TTX', ttx_number ?? NONE),
          ],
          PostalAddress: postalAddress({ ...address, line1: address.line1 ?? '', country: address.country ?? '' }),
          PartyLegalEntity: [{ RegistrationName: value(name) }],
          Contact: contact(phone ?? '', email),
        },
      ],
    },
  ];
}

/** The buyer; the order of its members is that of the SDK's samples. */
export function customerParty({
  name,
  tin,
  id_type,
  id_value,
  sst_number,
  email,
  phone,
  address,
}: DocumentBuyer): UblNode[] {
  return [
    {
      Party: [
        {
          PostalAddress: postalAddress(address),
          PartyLegalEntity: [{ RegistrationName: value(name) }],
          PartyIdentification: [
            identification('TIN', tin),
            identification(id_type, id_value),
            identification('SST', sst_number ?? NONE),
            identification('TTX', NONE),
          ],
          Contact: contact(phone, email),
        },
      ],
    },
  ];
}

const identification = (schemeID: string, of: string): UblNode => ({ ID: value(of, { schemeID }) });

const contact = (phone: string, email: string | null): UblNode[] => [
  { Telephone: value(phone), ...optional('ElectronicMail', email) },
];

function postalAddress({ line1, line2, line3, city, postcode, state, country }: DocumentAddress): UblNode[] {
  return [
    {
      CityName: value(city ?? ''),
      PostalZone: value(postcode ?? ''),
      CountrySubentityCode: value(state ?? ''),
      AddressLine: [line1, line2, line3].map((line) => ({ Line: value(line ?? '') })),
      Country: [{ IdentificationCode: value(country, { listID: 'ISO3166-1', listAgencyID: '6' }) }],
    },
  ];
}
