import { moduleKeys, requestStates, sourceKinds, type ModuleKey, type SourceKind } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';

/** GET /api/v1/einvoices/request-link/. */
export class EinvoiceRequestLinkQuery {
  @param.choice('Industry', choices('ModuleKey', moduleKeys)) module?: ModuleKey;
  @param.choice('Kind of document', choices('EinvoiceSourceKind', sourceKinds)) kind?: SourceKind;
  @param.text('Id of the document', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) id?: string;
}

@field.record('The link by which the buyer of a document asks for its e-invoice (A-518)')
export class EinvoiceRequestLinkView {
  @field.uri('Page of the buyer', 'https://usaha.example/einvoice/AZ-j_omscfD6') url!: string;
  @field.choice(
    'asked: an e-invoice is under way; issued: it is valid; closed: the month is over, or the document is consolidated',
    choices('EinvoiceRequestState', requestStates),
  )
  state!: string;
  @field.instant('Requests are taken before this moment (UTC)') until!: Date;
}
