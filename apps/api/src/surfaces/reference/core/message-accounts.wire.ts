import {
  httpContentTypes,
  httpMethods,
  messageProviders,
  messageSources,
  providersOf,
  shownSettings,
  type ShownMessageAccount,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { messageWays } from './message-templates.wire.js';

const providers = choices('MessageProvider', messageProviders);
const smsProviders = choices('SmsProvider', providersOf.sms);
const sources = choices('MessageSource', messageSources);
const methods = choices('SmsRequestMethod', httpMethods);
const contentTypes = choices('SmsContentType', httpContentTypes);

const secret = (description: string): PropertyDecorator => field.text(description, 'EAAG…7Qx2', { max: 2_000 });
const optionalSecret = (description: string): PropertyDecorator =>
  field.text(description, '9f2c…7Qx2', { optional: true, max: 2_000 });
const price = (description: string): PropertyDecorator => field.money(description, 0.25, { optional: true });
const apiUrl = (): PropertyDecorator =>
  field.text('Another base of the carrier’s addresses: for fakes, outside production', 'http://127.0.0.1:4010', {
    optional: true,
    max: 2_000,
  });

/** PUT /api/v1/message-accounts/whatsapp/. */
export class WhatsAppAccountBody {
  @field.text('Id of the phone number at Meta, digits', '106540352242922', { max: 30 }) phone_number_id!: string;
  @secret('Access token of a system user; never shown') access_token!: string;
  @secret('Secret of the app, which signs its callbacks; never shown') app_secret!: string;
  @apiUrl() api_url?: string | null;
  @price('Price of a message (MYR); 0 unless given') price?: number | null;
}

/** PUT /api/v1/message-accounts/sms/: the fields of the provider. */
export class SmsAccountBody {
  @field.choice('twilio, or http for any other gateway', smsProviders) provider!: string;
  @field.text('Twilio: sid of the account', 'AC0123456789abcdef0123456789abcdef', { optional: true, max: 34 })
  account_sid?: string | null;
  @optionalSecret('Twilio: token of the account; never shown') auth_token?: string | null;
  @field.text('Number with + or sid of a messaging service (MG…); http: what stands for {from}', '+60312345678', {
    optional: true,
    max: 50,
  })
  from?: string | null;
  @apiUrl() api_url?: string | null;
  @field.text('http: address, with placeholders', 'https://sms.example/send', { optional: true, max: 2_000 })
  url?: string | null;
  @field.choice('http: method; POST unless given', methods, { optional: true }) method?: string | null;
  @field.object('http: headers, texts; never shown', { 'X-Api-Key': '9f2c…7Qx2' }, { optional: true })
  headers?: Record<string, unknown> | null;
  @field.text('http: body, with placeholders', '{"to": "{to}", "message": "{text}"}', { optional: true, max: 4_000 })
  body?: string | null;
  @field.choice('http: type of the body; JSON unless given', contentTypes, { optional: true })
  content_type?: string | null;
  @field.text('http: dotted path of the message’s id in a JSON answer', 'data.id', { optional: true, max: 100 })
  id_path?: string | null;
  @field.text('http: text that the answer to an accepted message contains', 'OK', { optional: true, max: 200 })
  success_match?: string | null;
  @field.object(
    'http: names of the fields id and status of a status report, and which values say delivered or failed',
    { id: 'messageId', status: 'status', delivered: ['DELIVRD'], failed: ['UNDELIV', 'REJECTD'] },
    { optional: true },
  )
  status_params?: Record<string, unknown> | null;
  @price('Price of a part (MYR); 0 unless given') price?: number | null;
}

/** PUT /api/v1/message-accounts/email/. */
export class EmailAccountBody {
  @field.text('smtp:// or smtps://, with the account in it; never shown', 'smtps://shop:secret@mail.example:465', {
    max: 2_000,
  })
  smtp_url!: string;
  @field.text('Address that letters come from', 'hello@pakdin.example', { max: 254 }) from!: string;
  @price('Price of a letter (MYR); 0 unless given') price?: number | null;
}

/** POST /api/v1/message-accounts/{way}/test/. */
export class MessageAccountTestBody {
  @field.text('E-mail address or telephone number', '+60123450102', { max: 254 }) to!: string;
}

const nullable = { nullable: true, max: 2_000 } as const;

@field.record('The carrier of a way (A-473): fields of its provider, and null in the others')
export class MessageAccountView {
  @field.choice('Way', messageWays) way!: string;
  @field.choice('own, the operator’s, the outbox of development, or none', sources) source!: string;
  @field.choice('Provider of the own account', providers, { nullable: true }) provider!: string | null;
  @field.money('Price of a message, of short messages a part (MYR)', 0.25, { nullable: true }) price!: number | null;
  @field.text('Id of the phone number at Meta', '106540352242922', nullable) phone_number_id!: string | null;
  @field.text('Last four characters of the access token', '7Qx2', nullable) access_token_hint!: string | null;
  @field.text('Last four characters of the secret of the app', '7Qx2', nullable) app_secret_hint!: string | null;
  @field.text('Sid of the account at Twilio', null, nullable) account_sid!: string | null;
  @field.text('Last four characters of the token', null, nullable) auth_token_hint!: string | null;
  @field.text('Sender', null, nullable) from!: string | null;
  @field.text('Another base of the carrier’s addresses', null, nullable) api_url!: string | null;
  @field.text('Address of the gateway', null, nullable) url!: string | null;
  @field.choice('Method', methods, { nullable: true }) method!: string | null;
  @field.text('Names of headers, and the last four characters of each', null, nullable) headers_hint!: string | null;
  @field.text('Body, with placeholders', null, { nullable: true, max: 4_000 }) body!: string | null;
  @field.choice('Type of the body', contentTypes, { nullable: true }) content_type!: string | null;
  @field.text('Path of the id in an answer', null, nullable) id_path!: string | null;
  @field.text('What an accepted answer contains', null, nullable) success_match!: string | null;
  @field.object('How status reports are read', { id: 'messageId', status: 'status' }, { nullable: true })
  status_params!: Record<string, unknown> | null;
  @field.text('Last four characters of the address of the mail server', null, nullable) smtp_url_hint!: string | null;
  @field.text(
    'Address at which the carrier reports; null where it cannot reach the service, or reports nothing',
    'https://usaha.example/callbacks/messages/whatsapp/AZ…',
    nullable,
  )
  webhook_url!: string | null;
  @field.text('What Meta asks for when the address is entered there: in the answer to PUT alone', null, nullable)
  verify_token!: string | null;
  @field.instant('When the carrier first took a message (UTC)', { nullable: true }) verified_at!: Date | null;
}

const NONE = {
  phone_number_id: null,
  access_token_hint: null,
  app_secret_hint: null,
  account_sid: null,
  auth_token_hint: null,
  from: null,
  api_url: null,
  url: null,
  method: null,
  headers_hint: null,
  body: null,
  content_type: null,
  id_path: null,
  success_match: null,
  status_params: null,
  smtp_url_hint: null,
} satisfies Partial<MessageAccountView>;

export const messageAccountView = ({
  way,
  source,
  record,
  webhook_url,
  verify_token,
}: ShownMessageAccount): MessageAccountView => ({
  way,
  source,
  provider: record?.provider ?? null,
  price: record?.price ?? null,
  ...NONE,
  ...(record && shownSettings(record.account)),
  webhook_url,
  verify_token,
  verified_at: record?.verified_at ?? null,
});
