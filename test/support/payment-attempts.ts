import { call, type Answer, type Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import { REQUESTS } from './payment-requests.js';
import type { TestTenant } from './people.js';

const asJson = { accept: 'application/json' };

/** The path of a link of the service. */
export const pathIn = (url: string): string => new URL(url).pathname;

/** The page of a request, as programs read it. */
export const openPage = (request: Json, headers: Record<string, string> = asJson): Promise<Answer> =>
  call('GET', pathIn(request.url), { headers });

/** A payer chooses how to pay. */
export const choose = (request: Json, method: string, headers: Record<string, string> = asJson): Promise<Answer> =>
  call('POST', pathIn(request.url), { body: { method }, headers });

/** A payer decides at the sandbox's page of an attempt that waits. */
export const decide = ({ waiting }: Json, body: Json): Promise<Answer> =>
  call('POST', pathIn(waiting.redirect_url), { body, headers: asJson });

export const readRequest = async (tenant: TestTenant, { id }: Json): Promise<Json> =>
  must(await on.get(`${REQUESTS}/${id}`, tenant.admin.token), 200);

export const attemptsOf = async (tenant: TestTenant, { id }: Json): Promise<Json[]> =>
  must(await on.get(`${REQUESTS}/${id}/attempts`, tenant.admin.token), 200);

export const check = (tenant: TestTenant, { id }: Json): Promise<Answer> =>
  on.post(`${REQUESTS}/${id}/check`, {}, tenant.admin.token);
