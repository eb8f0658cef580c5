import {
  Message,
  messageCategories,
  messageStatuses,
  tryOutcomes,
  type MessageFilters,
  type NewMessage,
} from '@usaha/core';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { messageLanguages } from '../../../wire/message-preferences.wire.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { sortedBy } from '../reference.js';
import { messageWays } from './message-templates.wire.js';

const categories = choices('MessageCategory', messageCategories);
const statuses = choices('MessageStatus', messageStatuses);
const outcomes = choices('MessageTryOutcome', tryOutcomes);

@field.record('Where a message goes, in place of the addresses of the record')
class MessageAddressBody {
  @field.email('E-mail address', 'siti@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number', '+60123450101', { optional: true, filled: true, max: 50 }) phone?: string | null;
}

/** POST /api/v1/messages/. */
export class MessageBody {
  @field.text('Template that is sent by hand', 'appointment_reminder', { max: 100 }) template!: string;
  @field.text('Type of the record that it is about', 'healthcare.appointment', { max: 100 }) subject_type!: string;
  @field.reference('Id of that record') subject_id!: string;
  @field.nested('Where it goes; to the addresses of the person unless given', MessageAddressBody, { optional: true })
  to?: MessageAddressBody | null;
  @field.texts('Ways to try, in order: whatsapp, sms, email; those of the template unless given', ['sms', 'email'], {
    unset: true,
    nullable: false,
    min: 1,
    max: 3,
  })
  ways?: string[];
  @field.choice('Language; unless given that of the person, else that of the settings', messageLanguages, {
    optional: true,
  })
  language?: Language | null;
}

/** GET /api/v1/messages/. */
export class MessageListQuery extends sortedBy('created_at') {
  @param.text('Template', 'appointment_reminder', { max: 100 }) template?: string;
  @param.choice('Way that was tried last', messageWays) way?: string;
  @param.choice('Status', statuses) status?: string;
  @param.text('Id of the record that it is about', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') subject_id?: string;
  @param.day('Sent on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Sent on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('One attempt to send a message')
class MessageTryView {
  @field.choice('Way', messageWays) way!: string;
  @field.instant('When it began (UTC)') at!: Date;
  @field.choice('What became of it', outcomes) outcome!: string;
  @field.text("The carrier's code for it", '550 5.1.1', { nullable: true, max: 100 }) code!: string | null;
}

@field.record('A message to a person, without its text, which is not kept (A-474)')
export class MessageView {
  @field.id('Id of the message') id!: string;
  @field.text('Template', 'appointment_reminder', { max: 100 }) template!: string;
  @field.choice('Category of the template', categories) category!: string;
  @field.text('Type of the record that it is about', 'healthcare.appointment', { max: 100 }) subject_type!: string;
  @field.id('Id of that record') subject_id!: string;
  @field.choice('Way that is tried, or was tried last', messageWays) way!: string;
  @field.choice('Language', messageLanguages) language!: string;
  @field.choice(
    'How far it is; unknown: it may have arrived, and is not sent again; dropped: it was not sent, for the reason given',
    statuses,
  )
  status!: string;
  @field.text('Why it failed or was dropped', 'no_consent', { nullable: true, max: 100 }) reason!: string | null;
  @field.text(
    'Last digits of the number, or first letter and domain of the address; empty a week after its end',
    '…101',
    {
      max: 300,
    },
  )
  to_hint!: string;
  @field.count('Parts of a short message; 1 of others', 1) parts!: number;
  @field.money('What it cost', 0) cost!: number;
  @field.instant('Not sent before (UTC)', { nullable: true }) not_before!: Date | null;
  @field.nestedList('Attempts, oldest first', MessageTryView) tries!: MessageTryView[];
  @field.id('User who sent it; null: the service itself', undefined, { nullable: true }) created_by!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When a carrier took it (UTC)', { nullable: true }) sent_at!: Date | null;
  @field.instant('When it arrived, as far as the carrier tells (UTC)', { nullable: true }) delivered_at!: Date | null;
  @field.instant('When it was read, as far as the carrier tells (UTC)', { nullable: true }) read_at!: Date | null;
}

export const messageView = viewOf(Message, MessageView, {
  revision: 1,
  fields: {
    tries: ({ tries }) => tries.map(({ way, at, outcome, code }) => ({ way, at, outcome: outcome ?? '', code })),
  },
});

/** The validation of the body makes sure that the language is one; the domain looks at the ways. */
export const newMessage = ({ ways, to, ...body }: MessageBody): NewMessage => ({
  ...body,
  to: to && { email: to.email ?? undefined, phone: to.phone ?? undefined },
  ways,
});

export const messageFilters = ({
  template,
  way,
  status,
  subject_id,
  date_from,
  date_to,
}: MessageListQuery): MessageFilters => ({
  template,
  way,
  status,
  subject_id,
  date_from,
  date_to,
});
