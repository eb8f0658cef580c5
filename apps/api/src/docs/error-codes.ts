import { DomainError } from '@usaha/shared';
import { narrowCodes, type ErrorKind, type NarrowCode } from '@usaha/shared/operation';
import { messages } from '../http/messages.js';
import type { Dialect } from '../wire/dialect.js';
import type { Schema } from './openapi.js';

const narrow: Readonly<Record<NarrowCode, { kind: ErrorKind; meaning: string; onReference?: string }>> = {
  TENANT_REQUIRED: { kind: 'forbidden', meaning: 'The account has no tenant yet.' },
  QUOTA_EXCEEDED: {
    kind: 'forbidden',
    meaning: 'The account has as many tenants as it may have.',
    onReference: 'With 409: the files of the business may not be more, in bytes or number.',
  },
  DUPLICATE: { kind: 'conflict', meaning: 'Another record has the value of a field that must be unique.' },
  FILE_NOT_READY: {
    kind: 'conflict',
    meaning: 'The content of the file cannot be read: it waits for the virus scanner, or was rejected.',
  },
  NOT_REACHABLE: {
    kind: 'conflict',
    meaning: 'The message can go by none of the ways: `details.ways` has the reason of each.',
  },
  LINKS_UNAVAILABLE: { kind: 'conflict', meaning: 'Links lead nowhere: the operator has set no `PUBLIC_URL`.' },
  JUST_SENT: { kind: 'conflict', meaning: 'The same message was sent to the same address within the last minute.' },
  PAYMENT_REQUEST_OPEN: {
    kind: 'conflict',
    meaning: 'There is an open payment request of the document: `details.payment_request_id`.',
  },
  NOTHING_OPEN: { kind: 'conflict', meaning: 'Nothing of the document remains to be paid, or it is cancelled.' },
  PAYMENTS_NOT_SET_UP: {
    kind: 'conflict',
    meaning: 'The business has no account at a payment gateway, and no DuitNow QR.',
  },
  ATTEMPT_PROCESSING: { kind: 'conflict', meaning: 'An attempt to pay is being processed; look again in a moment.' },
  TOO_MANY_ATTEMPTS: { kind: 'too_many', meaning: 'Ten attempts to pay the request were begun within an hour.' },
  REFERENCE_USED: { kind: 'conflict', meaning: 'A payment with the same reference is recorded already.' },
  GATEWAY_SILENT: {
    kind: 'unavailable',
    meaning: 'The payment gateway does not respond; it is asked again about a refund that was begun.',
  },
  REFUND_NOT_SUPPORTED: {
    kind: 'conflict',
    meaning: 'The payment gateway cannot give the money back; record a transfer.',
  },
  EINVOICES_OFF: { kind: 'conflict', meaning: 'The business issues no e-invoices: its settings have them off.' },
  ALREADY_INVOICED: {
    kind: 'conflict',
    meaning: 'The document has a separate e-invoice: `details.einvoice_id`.',
  },
  ALREADY_CONSOLIDATED: {
    kind: 'conflict',
    meaning: 'The document is in a consolidated e-invoice: `details.einvoice_id`.',
  },
  WRONG_STATUS: { kind: 'conflict', meaning: 'The status of the e-invoice does not allow it.' },
  WINDOW_OVER: { kind: 'conflict', meaning: 'The e-invoice was validated more than 72 hours ago.' },
  ACTIVE_NOTES: { kind: 'conflict', meaning: 'There are notes about the e-invoice that are not cancelled.' },
  OPEN_DOCUMENTS: {
    kind: 'conflict',
    meaning: 'E-invoices wait or are under way in the present environment: `details.count`.',
  },
  MFA_ENROL_FIRST: {
    kind: 'conflict',
    meaning: 'Asking others for a second factor needs a factor of your own.',
  },
  LETTERS_UNAVAILABLE: { kind: 'conflict', meaning: 'The installation sends no letters about accounts.' },
  MFA_REQUIRED: {
    kind: 'unauthenticated',
    meaning: 'The account has a second factor: `details.mfa_token` and a code finish the sign-in.',
  },
  MFA_CODE_INVALID: { kind: 'unauthenticated', meaning: 'The code of the second factor is wrong or was used before.' },
  MFA_TOKEN_INVALID: { kind: 'unauthenticated', meaning: 'The sign-in has ended; it has to be begun again.' },
  MFA_ENROLMENT_REQUIRED: { kind: 'forbidden', meaning: 'The tenant asks for a second factor, and the user has none.' },
  MFA_ENFORCED: { kind: 'conflict', meaning: 'The tenant asks for the second factor: it cannot be ended.' },
  STEP_UP_REQUIRED: {
    kind: 'unauthenticated',
    meaning: 'The operation needs a code of the second factor of the last ten minutes.',
  },
  MODULE_DISABLED: { kind: 'forbidden', meaning: 'The module is disabled for the tenant.' },
  SESSION_REQUIRED: { kind: 'forbidden', meaning: 'API keys have no access to the operation.' },
  SCOPE_MISSING: { kind: 'forbidden', meaning: 'The API key does not have the scope in `details.scope`.' },
  ADDRESS_NOT_ALLOWED: { kind: 'forbidden', meaning: 'The API key may not be used from this address.' },
};

interface Row {
  status: number;
  meaning: string;
}

/** The contract surface has no files. */
const meaningOn = ({ name }: Dialect, { meaning, onReference }: (typeof narrow)[NarrowCode]): string =>
  name === 'reference' && onReference !== undefined ? `${meaning} ${onReference}` : meaning;

function codeOf(dialect: Dialect, error: DomainError): string {
  const answer = dialect.error(error.in('en'), '') as { code?: string; error?: { code: string } };
  return answer.error?.code ?? (answer.code as string);
}

/** All codes that the errors of a surface have, in a component whose description says what they mean. */
export function errorCodes(dialect: Dialect, meanings: Readonly<Record<ErrorKind, string>>): Schema {
  const rows = new Map<string, Row>();
  const add = (error: DomainError, meaning: string): void => {
    const code = codeOf(dialect, error);
    const before = rows.get(code);
    rows.set(code, {
      status: dialect.status[error.kind],
      meaning: before ? `${before.meaning} ${meaning}` : meaning,
    });
  };
  for (const [kind, meaning] of Object.entries(meanings))
    add(new DomainError(kind as ErrorKind, messages.inputInvalid()), meaning);
  for (const code of narrowCodes)
    add(new DomainError(narrow[code].kind, messages.inputInvalid(), { code }), meaningOn(dialect, narrow[code]));
  const table = [...rows].map(([code, { status, meaning }]) => `| ${code} | ${status} | ${meaning} |`);
  return {
    type: 'string',
    enum: [...rows.keys()],
    description: ['Error code, for programs.', '', '| Code | Status | Meaning |', '|---|---|---|', ...table].join('\n'),
    examples: ['FORBIDDEN'],
  };
}
