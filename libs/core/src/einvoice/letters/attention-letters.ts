import { Injectable, type OnModuleInit } from '@nestjs/common';
import { malaysianDay, malaysianInstant, type Context, type Language } from '@usaha/shared';
import { nouns } from '../../messages.js';
import { businessLetter } from '../../notification/business-letter.js';
import { headingOf, nameInLetter, oneLine, type Sender } from '../../notification/letter.js';
import { NotificationService } from '../../notification/notification.service.js';
import type {
  DueNotification,
  LetterContent,
  NotificationSource,
  Occasion,
} from '../../notification/notification-source.js';
import type { LookForWork } from '../../tenant/tenants-with-work.js';
import { TenantRepository } from '../../tenant/tenant.repository.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import { letterSentences as sentences, subjects } from './einvoice-letter.messages.js';

const DAY_MS = 86_400_000;
/** The time of day from which letters are sent (UTC+8). */
const FROM = '07:00:00';
/** How many documents a letter lists. */
const MOST_LISTED = 20;

/** Tells a business at its e-mail address, once a day, which e-invoices are blocked or invalid, and why. */
@Injectable()
export class EinvoiceAttentionLetters implements NotificationSource, OnModuleInit {
  readonly kind = 'core.einvoice_attention';
  readonly subject = nouns.einvoice_settings;
  readonly action = 'notify_einvoices';
  readonly among: LookForWork = (ctx, there) => this.documents.tenantsWithAttention(ctx, there);

  constructor(
    private readonly notifications: NotificationService,
    private readonly documents: EinvoiceDocumentRepository,
    private readonly settings: EinvoiceSettingsRepository,
    private readonly tenants: TenantRepository,
  ) {}

  onModuleInit(): void {
    this.notifications.register(this);
  }

  async due(ctx: Context): Promise<DueNotification[]> {
    const day = malaysianDay(ctx.now);
    const from = malaysianInstant(day, FROM);
    if (ctx.now < from || (await this.unsendable(ctx)).count === 0) return [];
    const { id, email } = await this.tenants.get(ctx, ctx.tenant_id);
    return [{ subject_id: id, occasion: day, address: email, expires_at: new Date(from.getTime() + DAY_MS) }];
  }

  async compose(ctx: Context, _: Occasion, business: Sender): Promise<LetterContent | null> {
    const { listed, count } = await this.unsendable(ctx);
    if (count === 0) return null;
    const { name, email } = await this.tenants.get(ctx, ctx.tenant_id);
    const more = count - listed.length;
    const to = { name, address: email ?? '' };
    return businessLetter(to, business, { subject: subjects.attention, about: String(count) }, (language) => [
      sentences.notSent().in(language),
      '',
      ...listed.map((document) => `  ${lineOf(document, language)}`),
      ...(more > 0 ? [`  ${sentences.more({ count: more }).in(language)}`] : []),
      '',
      sentences.correct().in(language),
    ]);
  }

  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<readonly Occasion[]> {
    return (await this.unsendable(ctx)).count === 0 ? [] : occasions;
  }

  /** None of a business whose e-invoices are off, and none of an environment that it has left. */
  private async unsendable(ctx: Context): Promise<{ listed: EinvoiceDocument[]; count: number }> {
    const settings = await this.settings.find(ctx, ctx.tenant_id);
    if (!settings?.enabled) return { listed: [], count: 0 };
    return this.documents.unsendable(ctx, settings.environment, MOST_LISTED);
  }
}

/** What MyInvois says may repeat what a buyer has entered: nothing in it becomes a link. */
function lineOf({ number, errors: [error] }: EinvoiceDocument, language: Language): string {
  const said = error ? error.message[language] : sentences.noReason().in(language);
  const why = error?.source === 'service' ? headingOf(said) : oneLine(said);
  return sentences.document({ number: nameInLetter(number), why }).in(language);
}
