/** One value with its attributes: `_` and those that are named. */
interface Leaf {
  of: 'text' | 'number' | 'boolean';
  attributes: readonly string[];
}
/** An element with members; `attributes` stand among them. */
interface Branch {
  members: Readonly<Record<string, Shape>>;
  attributes: readonly string[];
}
export type Shape = Leaf | Branch;

export const isLeaf = (shape: Shape): shape is Leaf => 'of' in shape;

const text = (...attributes: string[]): Leaf => ({ of: 'text', attributes });
const number = (...attributes: string[]): Leaf => ({ of: 'number', attributes });
const flag: Leaf = { of: 'boolean', attributes: [] };
const money = number('currencyID');
const branch = (members: Branch['members'], ...attributes: string[]): Branch => ({ members, attributes });

const identification = branch({ ID: text('schemeID') });
const address = branch({
  CityName: text(),
  PostalZone: text(),
  CountrySubentityCode: text(),
  AddressLine: branch({ Line: text() }),
  Country: branch({ IdentificationCode: text('listID', 'listAgencyID') }),
});
const party = {
  PartyIdentification: identification,
  PostalAddress: address,
  PartyLegalEntity: branch({ RegistrationName: text() }),
  Contact: branch({ Telephone: text(), ElectronicMail: text() }),
};
const charge = { ChargeIndicator: flag, AllowanceChargeReason: text(), Amount: money };
const taxCategory = branch({
  ID: text(),
  TaxExemptionReason: text(),
  TaxScheme: branch({ ID: text('schemeID', 'schemeAgencyID') }),
});
const taxTotal = branch({
  TaxAmount: money,
  TaxSubtotal: branch({
    TaxableAmount: money,
    TaxAmount: money,
    Percent: number(),
    BaseUnitMeasure: number('unitCode'),
    PerUnitAmount: money,
    TaxCategory: taxCategory,
  }),
});
const digest = { DigestMethod: text('Algorithm'), DigestValue: text() };
const issuerSerial = branch({ X509IssuerName: text(), X509SerialNumber: text() });
const signature = branch(
  {
    Object: branch({
      QualifyingProperties: branch(
        {
          SignedProperties: branch(
            {
              SignedSignatureProperties: branch({
                SigningTime: text(),
                SigningCertificate: branch({
                  Cert: branch({ CertDigest: branch(digest), IssuerSerial: issuerSerial }),
                }),
              }),
            },
            'Id',
          ),
        },
        'Target',
      ),
    }),
    KeyInfo: branch({
      X509Data: branch({ X509Certificate: text(), X509SubjectName: text(), X509IssuerSerial: issuerSerial }),
    }),
    SignatureValue: text(),
    SignedInfo: branch({
      SignatureMethod: text('Algorithm'),
      Reference: branch(digest, 'Type', 'URI'),
    }),
  },
  'Id',
);

/**
 * The members of an Invoice in UBL's JSON that MyInvois documents, and no other (SDK, document types 1.0 and 1.1 and their samples).
 * Each element is a list.
 */
export const invoiceShape: Branch = branch({
  ID: text(),
  IssueDate: text(),
  IssueTime: text(),
  InvoiceTypeCode: text('listVersionID'),
  DocumentCurrencyCode: text(),
  TaxCurrencyCode: text(),
  InvoicePeriod: branch({ StartDate: text(), EndDate: text(), Description: text() }),
  BillingReference: branch({
    AdditionalDocumentReference: branch({ ID: text() }),
    InvoiceDocumentReference: branch({ ID: text(), UUID: text() }),
  }),
  AdditionalDocumentReference: branch({ ID: text(), DocumentType: text(), DocumentDescription: text() }),
  AccountingSupplierParty: branch({
    AdditionalAccountID: text('schemeAgencyName'),
    Party: branch({ IndustryClassificationCode: text('name'), ...party }),
  }),
  AccountingCustomerParty: branch({ Party: branch(party) }),
  Delivery: branch({
    DeliveryParty: branch(party),
    Shipment: branch({ ID: text(), FreightAllowanceCharge: branch(charge) }),
  }),
  PaymentMeans: branch({ PaymentMeansCode: text(), PayeeFinancialAccount: branch({ ID: text() }) }),
  PaymentTerms: branch({ Note: text() }),
  PrepaidPayment: branch({ ID: text(), PaidAmount: money, PaidDate: text(), PaidTime: text() }),
  AllowanceCharge: branch(charge),
  TaxExchangeRate: branch({ SourceCurrencyCode: text(), TargetCurrencyCode: text(), CalculationRate: number() }),
  TaxTotal: taxTotal,
  LegalMonetaryTotal: branch({
    LineExtensionAmount: money,
    TaxExclusiveAmount: money,
    TaxInclusiveAmount: money,
    AllowanceTotalAmount: money,
    ChargeTotalAmount: money,
    PayableRoundingAmount: money,
    PayableAmount: money,
  }),
  InvoiceLine: branch({
    ID: text(),
    InvoicedQuantity: number('unitCode'),
    LineExtensionAmount: money,
    AllowanceCharge: branch({ ...charge, MultiplierFactorNumeric: number() }),
    TaxTotal: taxTotal,
    Item: branch({
      CommodityClassification: branch({ ItemClassificationCode: text('listID') }),
      Description: text(),
      OriginCountry: branch({ IdentificationCode: text() }),
    }),
    Price: branch({ PriceAmount: money }),
    ItemPriceExtension: branch({ Amount: money }),
  }),
  UBLExtensions: branch({
    UBLExtension: branch({
      ExtensionURI: text(),
      ExtensionContent: branch({
        UBLDocumentSignatures: branch({
          SignatureInformation: branch({ ID: text(), ReferencedSignatureID: text(), Signature: signature }),
        }),
      }),
    }),
  }),
  Signature: branch({ ID: text(), SignatureMethod: text() }),
});
