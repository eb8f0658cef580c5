import { createHash, sign, type BinaryLike, type X509Certificate } from 'node:crypto';
import { value, type UblNode } from '../document/nodes.js';
import type { UblDocument } from '../document/ubl.js';
import { joinedName, type IssuerNameOrder } from './distinguished-name.js';
import type { SigningCertificate } from './signing-certificate.js';

const SHA256 = { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' };
const RSA_SHA256 = { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' };
const SIGNATURE = 'urn:oasis:names:specification:ubl:signature';
const XADES = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades';
const SIGNED_PROPERTIES = 'id-xades-signed-props';

const digest = (of: BinaryLike): string => createHash('sha256').update(of).digest('base64');

/** Which certificate signs, and how. */
export interface Signer extends SigningCertificate {
  order: IssuerNameOrder;
}

/**
 * Signs a document: XAdES in the transliteration to JSON that MyInvois takes (SDK, "Signing a JSON document"; ETSI TS 101 903).
 * D is JSON.stringify of the unsigned document. RSA-SHA256 goes over D's bytes; the digests are of D, of the certificate's DER and of
 * JSON.stringify of the qualifying properties.
 * @returns the document with UBLExtensions and Signature as the last members of its Invoice
 */
export function signed(document: UblDocument, signer: Signer, signed_at: Date): UblDocument {
  const text = JSON.stringify(document);
  const properties = qualifyingProperties(signer, signed_at);
  const content: UblNode = {
    Id: 'signature',
    Object: [{ QualifyingProperties: [properties] }],
    KeyInfo: [{ X509Data: [certificateData(signer)] }],
    SignatureValue: value(sign('sha256', Buffer.from(text), signer.key).toString('base64')),
    SignedInfo: [
      {
        SignatureMethod: value('', RSA_SHA256),
        Reference: [
          reference(
            'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
            `#${SIGNED_PROPERTIES}`,
            JSON.stringify(properties),
          ),
          reference('', '', text),
        ],
      },
    ],
  };
  return { ...document, Invoice: [{ ...document.Invoice[0], ...enveloped(content) }] };
}

const enveloped = (Signature: UblNode): UblNode => ({
  UBLExtensions: [
    {
      UBLExtension: [
        {
          ExtensionURI: value(XADES),
          ExtensionContent: [
            {
              UBLDocumentSignatures: [
                {
                  SignatureInformation: [
                    {
                      ID: value(`${SIGNATURE}:1`),
                      ReferencedSignatureID: value(`${SIGNATURE}:Invoice`),
                      Signature: [Signature],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  Signature: [{ ID: value(`${SIGNATURE}:Invoice`), SignatureMethod: value(XADES) }],
});

const qualifyingProperties = ({ certificate, order }: Signer, signed_at: Date): UblNode => ({
  Target: 'signature',
  SignedProperties: [
    {
      Id: SIGNED_PROPERTIES,
      SignedSignatureProperties: [
        {
          SigningTime: value(`${signed_at.toISOString().slice(0, 19)}Z`),
          SigningCertificate: [
            {
              Cert: [
                {
                  CertDigest: [{ DigestMethod: value('', SHA256), DigestValue: value(digest(certificate.raw)) }],
                  IssuerSerial: [issuerSerial(certificate, order)],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
});

const certificateData = ({ certificate, order }: Signer): UblNode => ({
  X509Certificate: value(certificate.raw.toString('base64')),
  X509SubjectName: value(joinedName(certificate.subject, order)),
  X509IssuerSerial: [issuerSerial(certificate, order)],
});

const issuerSerial = ({ issuer, serialNumber }: X509Certificate, order: IssuerNameOrder): UblNode => ({
  X509IssuerName: value(joinedName(issuer, order)),
  X509SerialNumber: value(BigInt(`0x${serialNumber}`).toString()),
});

const reference = (Type: string, URI: string, of: string): UblNode => ({
  Type,
  URI,
  DigestMethod: value('', SHA256),
  DigestValue: value(digest(of)),
});
