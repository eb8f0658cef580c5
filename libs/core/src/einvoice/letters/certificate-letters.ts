import { Injectable, type OnModuleInit } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import { nouns } from '../../messages.js';
import { businessLetter } from '../../notification/business-letter.js';
import type { Sender } from '../../notification/letter.js';
import { NotificationService } from '../../notification/notification.service.js';
import type {
  DueNotification,
  LetterContent,
  NotificationSource,
  Occasion,
} from '../../notification/notification-source.js';
import { lookBy } from '../../tenant/due-tenants.js';
import { TenantRepository } from '../../tenant/tenant.repository.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import { letterSentences as sentences, subjects } from './einvoice-letter.messages.js';
import { warningOf, WARNING_DAYS } from './certificate-warning.js';

const DAY_MS = 86_400_000;

/** Tells a business at its e-mail address 30, 7 and 1 days before the end of its certificate. */
@Injectable()
export class EinvoiceCertificateLetters implements NotificationSource, OnModuleInit {
  readonly kind = 'core.einvoice_certificate';
  readonly subject = nouns.einvoice_settings;
  readonly action = 'notify_certificate';
  readonly among = lookBy('einvoice.tenants_with_ending_certificates', (now) => [
    now,
    new Date(now.getTime() + WARNING_DAYS[0] * DAY_MS),
  ]);

  constructor(
    private readonly notifications: NotificationService,
    private readonly settings: EinvoiceSettingsRepository,
    private readonly tenants: TenantRepository,
  ) {}

  onModuleInit(): void {
    this.notifications.register(this);
  }

  async due(ctx: Context): Promise<DueNotification[]> {
    const [until, { id, email }] = await Promise.all([this.until(ctx), this.tenants.get(ctx, ctx.tenant_id)]);
    const warning = until === null ? null : warningOf(until, ctx.now);
    return warning === null ? [] : [{ subject_id: id, address: email, ...warning }];
  }

  async compose(ctx: Context, { occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const [until, { name, email }] = await Promise.all([this.until(ctx), this.tenants.get(ctx, ctx.tenant_id)]);
    if (until === null || warningOf(until, ctx.now)?.occasion !== occasion) return null;
    const day = malaysianDay(until);
    const to = { name, address: email ?? '' };
    return businessLetter(to, business, { subject: subjects.certificate, about: day }, (language) => [
      sentences.certificateEnds({ day }).in(language),
      '',
      sentences.nextCertificate().in(language),
    ]);
  }

  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<readonly Occasion[]> {
    const until = await this.until(ctx);
    const warning = until === null ? null : warningOf(until, ctx.now);
    return occasions.filter(({ occasion }) => occasion === warning?.occasion);
  }

  /** The end of the certificate of a business that issues e-invoices. */
  private async until(ctx: Context): Promise<Date | null> {
    const settings = await this.settings.find(ctx, ctx.tenant_id);
    return settings?.enabled ? settings.certificate_until : null;
  }
}
