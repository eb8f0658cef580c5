import { X509Certificate, createHash, verify } from 'node:crypto';
import { valuesOf } from '../signature/distinguished-name.js';
import { ReceivedDocument, partOf } from './received-document.js';
import { stepError, type StepError } from './step-error.js';

const SIGNATURE = 'UBLExtensions.UBLExtension.ExtensionContent.UBLDocumentSignatures.SignatureInformation.Signature';
const CERT = 'Object.QualifyingProperties.SignedProperties.SignedSignatureProperties.SigningCertificate.Cert';

/**
 * Whether the signature of a document of version 1.1 is right: the signature over its text, the three digests, the certificate's serial
 * number and the taxpayer that it names (SDK, "Signature validation"). It is written apart from the code that signs.
 * @param tin of the supplier
 */
export function signatureErrors(received: ReceivedDocument, tin: string): StepError[] {
  const [found] = received.all(SIGNATURE);
  const [enveloped] = received.all('Signature');
  if (!found || !enveloped) return [refused('MISSING')];
  const signature = partOf(found);
  const certificate = certificateOf(signature);
  if (!certificate) return [refused('CERTIFICATE')];
  const unsigned = JSON.stringify(withoutSignature(received));
  const digestOf = (path: string) => signature.text(`${path}.DigestValue`);
  const references = signature
    .all('SignedInfo.Reference')
    .map((one) => ({ uri: one.URI, of: partOf(one).text('DigestValue') }));
  const properties = JSON.stringify(signature.all('Object.QualifyingProperties')[0]);
  const value = Buffer.from(signature.text('SignatureValue'), 'base64');
  const checks: [code: string, isRight: boolean][] = [
    ['VALUE', verify('sha256', Buffer.from(unsigned), certificate.publicKey, value)],
    ['DOCUMENT_DIGEST', references.some(({ uri, of }) => uri === '' && of === digest(unsigned))],
    [
      'PROPERTIES_DIGEST',
      references.some(({ uri, of }) => uri === '#id-xades-signed-props' && of === digest(properties)),
    ],
    ['CERTIFICATE_DIGEST', digestOf(`${CERT}.CertDigest`) === digest(certificate.raw)],
    ['SERIAL_NUMBER', signature.text(`${CERT}.IssuerSerial.X509SerialNumber`) === serialOf(certificate)],
    ['TAXPAYER', valuesOf(certificate.subject, 'organizationIdentifier', '2.5.4.97').includes(tin)],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([code]) => refused(code));
}

const digest = (of: string | Buffer): string => createHash('sha256').update(of).digest('base64');
const serialOf = ({ serialNumber }: X509Certificate): string => BigInt(`0x${serialNumber}`).toString();

function withoutSignature({ document }: ReceivedDocument): object {
  const { UBLExtensions, Signature, ...rest } = document.Invoice[0] as Record<string, unknown>;
  return UBLExtensions && Signature ? { ...document, Invoice: [rest] } : document;
}

function certificateOf(signature: ReceivedDocument): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(signature.text('KeyInfo.X509Data.X509Certificate'), 'base64'));
  } catch {
    // The finding says that it is no certificate; the reason is OpenSSL's.
    return null;
  }
}

const refused = (code: string): StepError =>
  stepError(
    'Signature Validator',
    code,
    '$.Invoice.UBLExtensions',
    `The signature is wrong: ${code}`,
    `Tandatangan salah: ${code}`,
  );
