import { Entity } from 'typeorm';
import { TenantRecord, columns, money } from '@usaha/shared';
import { ways, type Way } from '../message/template.js';
import { messageProviders, type AccountSettings, type MessageProvider } from './account-settings.js';

/**
 * The account of a business at a carrier of messages. One a way is current; those before are deleted. Its settings are
 * sealed as a whole: they hold keys.
 */
@Entity({ schema: 'core', name: 'message_accounts' })
export class MessageAccount extends TenantRecord {
  @columns.choice(ways) way!: Way;
  @columns.choice(messageProviders) provider!: MessageProvider;
  /** JSON of the provider's settings. */
  @columns.sealed({ code: true }) sealed_settings: string | null = null;
  /** MYR a message, of short messages a part. */
  @columns.money({ default: 0 }) price = 0;
  /** When the carrier first took a message; null before. */
  @columns.instant({ nullable: true }) verified_at: Date | null = null;

  static of(way: Way, { provider, settings }: AccountSettings, price: number): MessageAccount {
    const sealed_settings = JSON.stringify(settings);
    return Object.assign(new MessageAccount(), { way, provider, sealed_settings, price: money.within('price', price) });
  }

  /** With what the carrier is spoken to. */
  get account(): AccountSettings {
    return { provider: this.provider, settings: JSON.parse(this.sealed_settings ?? '') as unknown } as AccountSettings;
  }
}
