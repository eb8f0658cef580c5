import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined } from '@usaha/shared';
import type { Address } from '../tenant/tenant.entity.js';
import type { Card } from './card.js';
import { cardBrand } from './card.js';
import type { KeptCard } from './outcome.js';

/**
 * A means of payment that a tenant keeps: a card, or anything else by its type. Of a card's number only the last four
 * digits and the brand are kept, of its security code nothing, not even a hash.
 */
@Entity({ schema: 'core', name: 'payment_methods' })
export class PaymentMethod extends TenantRecord {
  /** As it was sent: `card`, `fpx`, `bank_transfer`, `ewallet` … */
  @columns.text() type!: string;
  @columns.text({ nullable: true, personal: true }) card_last_four: string | null = null;
  @columns.text({ nullable: true }) card_brand: string | null = null;
  /** 1 to 12. */
  @columns.count({ nullable: true }) expiry_month: number | null = null;
  @columns.count({ nullable: true }) expiry_year: number | null = null;
  @columns.text({ nullable: true, personal: true }) cardholder_name: string | null = null;
  @columns.object({ nullable: true, personal: true }) billing_address: Address | null = null;
  /** What the gateway gave for the card; null for what is no card. */
  @columns.code({ nullable: true, personal: true }) gateway_token: string | null = null;

  static of(type: string, holder: Partial<Pick<PaymentMethod, 'cardholder_name' | 'billing_address'>>): PaymentMethod {
    const method = Object.assign(new PaymentMethod(), { type });
    assignDefined(method, holder, ['cardholder_name', 'billing_address']);
    return method;
  }

  /** A card that the gateway keeps since it paid. */
  static keptBy({ token, last_four, brand, expiry }: KeptCard): PaymentMethod {
    const method = PaymentMethod.of('card', {});
    method.card_last_four = last_four;
    method.card_brand = brand;
    method.expiry_month = expiry?.month ?? null;
    method.expiry_year = expiry?.year ?? null;
    method.gateway_token = token;
    return method;
  }

  get is_active(): boolean {
    return this.deleted_at === null;
  }

  get expiry(): { month: number; year: number } | null {
    return this.expiry_month === null || this.expiry_year === null
      ? null
      : { month: this.expiry_month, year: this.expiry_year };
  }

  /** Keeps what may be kept of a card. @param token what the gateway gave for it */
  keepCard({ number, expiry_month, expiry_year }: Card, token: string): void {
    this.card_last_four = number.slice(-4);
    this.card_brand = cardBrand(number);
    this.expiry_month = expiry_month;
    this.expiry_year = expiry_year;
    this.gateway_token = token;
  }
}
