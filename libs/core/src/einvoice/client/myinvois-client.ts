import { createHash } from 'node:crypto';
import {
  documentDetails,
  searchAnswer,
  submissionAnswer,
  submissionStatus,
  type ServiceDocument,
  type SubmissionAnswer,
} from './answers.js';
import {
  isNotConnected,
  type CallOutcome,
  type EinvoiceCall,
  type ServiceError,
  type TellCall,
} from './call-outcome.js';
import { serviceErrors } from './service-errors.js';

/** What `fetch` is here: Node's own, or the simulator in the process. */
export type EinvoiceFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Credentials of a business or of the operator. `on_behalf_of` is the TIN of the business where the operator is its intermediary. */
export interface EinvoiceCredentials {
  client_id: string;
  client_secret: string;
  on_behalf_of: string | null;
}

/** An access token, until a minute before its end. */
export interface EinvoiceToken {
  token: string;
  expires_at: Date;
}

/** A document as it is submitted: its exact text, and its number. */
export interface SubmittedDocument {
  number: string;
  text: string;
}

/** Longest answer that is read, in bytes: a page of a hundred documents has 100 KB. */
const MOST_ANSWER = 2_000_000;
const TOKEN_MARGIN_MS = 60_000;
const PAGE = 100;

/** What a call sends. */
interface Sent {
  call: EinvoiceCall;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Calls MyInvois (SDK 1.0, "e-Invoice APIs"). Each call is made once: what comes after its outcome is for the caller to decide. Redirects
 * are not followed.
 */
export class MyInvoisClient {
  /**
   * @param host `https://api.myinvois.hasil.gov.my`, the one before production, or that of the simulator
   * @param tell told of each call that has ended
   */
  constructor(
    private readonly host: string,
    private readonly fetch: EinvoiceFetch,
    private readonly timeoutMs = 30_000,
    private readonly tell: TellCall = () => undefined,
  ) {}

  /** Signs in. Wrong credentials are `refused`. @param now from which the token's time counts */
  signIn(
    { client_id, client_secret, on_behalf_of }: EinvoiceCredentials,
    now: Date,
  ): Promise<CallOutcome<EinvoiceToken>> {
    const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'InvoicingAPI' };
    return this.call(
      {
        call: 'token',
        method: 'POST',
        path: '/connect/token',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(on_behalf_of === null ? {} : { onbehalfof: on_behalf_of }),
        },
        body: new URLSearchParams(form).toString(),
      },
      (answer) => {
        const { access_token, expires_in } = (answer ?? {}) as Record<string, unknown>;
        if (typeof access_token !== 'string' || typeof expires_in !== 'number') throw new Error('no token');
        return {
          token: access_token,
          expires_at: new Date(now.getTime() + expires_in * 1000 - TOKEN_MARGIN_MS),
        };
      },
    );
  }

  /** Whether a TIN and a number belong together. */
  isKnown(token: string, tin: string, id_type: string, id_value: string): Promise<CallOutcome<boolean>> {
    const query = new URLSearchParams({ idType: id_type, idValue: id_value });
    const path = `/api/v1.0/taxpayer/validate/${encodeURIComponent(tin)}?${query}`;
    // An unknown one is an answer, not a refusal.
    return this.call({ call: 'taxpayer', method: 'GET', path, token }, () => true, false);
  }

  /** Submits documents in one submission: at most 100, and 5 MB. The bytes of each are those of its text. */
  submit(token: string, documents: readonly SubmittedDocument[]): Promise<CallOutcome<SubmissionAnswer>> {
    const body = JSON.stringify({
      documents: documents.map(({ number, text }) => ({
        format: 'JSON',
        document: Buffer.from(text).toString('base64'),
        documentHash: createHash('sha256').update(text).digest('hex'),
        codeNumber: number,
      })),
    });
    const path = '/api/v1.0/documentsubmissions/';
    return this.call({ call: 'submit', method: 'POST', path, token, body }, submissionAnswer);
  }

  /** The documents of a submission. */
  submission(token: string, uid: string): Promise<CallOutcome<{ is_over: boolean; documents: ServiceDocument[] }>> {
    const path = `/api/v1.0/documentsubmissions/${encodeURIComponent(uid)}?pageNo=1&pageSize=${PAGE}`;
    return this.call({ call: 'submission', method: 'GET', path, token }, submissionStatus);
  }

  /** One document with what was found wrong with it. */
  details(token: string, uuid: string): Promise<CallOutcome<{ document: ServiceDocument; errors: ServiceError[] }>> {
    const path = `/api/v1.0/documents/${encodeURIComponent(uuid)}/details`;
    return this.call({ call: 'details', method: 'GET', path, token }, documentDetails);
  }

  /** Cancels a valid document. @param reason at most 300 characters */
  cancel(token: string, uuid: string, reason: string): Promise<CallOutcome<null>> {
    const path = `/api/v1.0/documents/state/${encodeURIComponent(uuid)}/state`;
    const body = JSON.stringify({ status: 'cancelled', reason });
    return this.call({ call: 'cancel', method: 'PUT', path, token, body }, () => null);
  }

  /** Sent documents of a type that were submitted between two instants, a page of a hundred. */
  search(
    token: string,
    { from, to, type_code, page }: { from: Date; to: Date; type_code: string; page: number },
  ): Promise<CallOutcome<{ documents: ServiceDocument[]; pages: number }>> {
    const query = new URLSearchParams({
      submissionDateFrom: seconds(from),
      submissionDateTo: seconds(to),
      invoiceDirection: 'Sent',
      documentType: type_code,
      pageNo: String(page),
      pageSize: String(PAGE),
    });
    const path = `/api/v1.0/documents/search?${query}`;
    return this.call({ call: 'search', method: 'GET', path, token }, searchAnswer);
  }

  /** @param absent the value of a 404, where that is an answer */
  private async call<T>(sent: Sent, read: (answer: unknown) => T, absent?: T): Promise<CallOutcome<T>> {
    const begun = performance.now();
    const answer = await this.send(sent, read);
    const isAbsent = absent !== undefined && answer.outcome === 'refused' && answer.status === 404;
    const ended: CallOutcome<T> = isAbsent
      ? { outcome: 'done', value: absent, correlation_id: answer.correlation_id }
      : answer;
    this.tell(sent.call, ended.outcome, (performance.now() - begun) / 1_000);
    return ended;
  }

  private async send<T>(sent: Sent, read: (answer: unknown) => T): Promise<CallOutcome<T>> {
    let response: Response;
    let answer: unknown;
    try {
      response = await this.fetch(`${this.host}${sent.path}`, this.requestOf(sent));
      answer = await jsonOf(response);
    } catch (error) {
      const none = { status: null, correlation_id: null };
      return isNotConnected(error)
        ? { outcome: 'later', retry_after_ms: null, ...none }
        : { outcome: 'unsure', ...none };
    }
    return outcomeOf(response, answer, read);
  }

  private requestOf({ method, token, headers, body }: Sent): RequestInit {
    return {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(this.timeoutMs),
    };
  }
}

const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** The JSON of an answer; null for another text. @throws where it does not end, or is longer than any answer */
async function jsonOf(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += (piece as Uint8Array).length;
    if (size > MOST_ANSWER) throw new Error(`The answer has more than ${MOST_ANSWER} bytes`);
    pieces.push(piece as Uint8Array);
  }
  return parsed(Buffer.concat(pieces).toString());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy's page in HTML: its status alone says how the call ended.
    return null;
  }
}

function outcomeOf<T>(response: Response, answer: unknown, read: (answer: unknown) => T): CallOutcome<T> {
  const { status, headers, ok } = response;
  const correlation_id = headers.get('correlationId');
  if (ok) {
    try {
      return { outcome: 'done', value: read(answer), correlation_id };
    } catch {
      // It was done, and the answer does not say what: the same as none.
      return { outcome: 'unsure', status, correlation_id };
    }
  }
  if (status === 401 || status === 429 || status === 503)
    return { outcome: 'later', status, retry_after_ms: retryAfter(headers), correlation_id };
  // An identical submission of the last minutes: the first of them may have been taken (SDK, DuplicateSubmission).
  if (status >= 500 || status === 408 || status === 422 || status < 400)
    return { outcome: 'unsure', status, correlation_id };
  return { outcome: 'refused', status, errors: serviceErrors(answer), correlation_id };
}

/** Milliseconds of Retry-After, which is in seconds here; an hour at most. */
function retryAfter(headers: Headers): number | null {
  const told = Number(headers.get('retry-after') ?? Number.NaN);
  return told >= 0 ? Math.min(told, 3600) * 1000 : null;
}
