import {
  NAME_AND_CONTACT,
  Person,
  consenting,
  personDetails,
  preferMessages,
  type MessagePreferences,
  type PreferenceStatement,
} from '@usaha/core';
import { columns, assignDefined } from '@usaha/shared';
import { Entity } from 'typeorm';

/** The most points that a client can have: 32 bits. */
export const MAX_POINTS = 2 ** 31 - 1;

/** What may be said of a client, and follows no rule. */
const details = [
  ...personDetails,
  'skin_type',
  'hair_type',
  'allergies',
  'medical_conditions',
  'preferred_services',
  'frequency',
  'membership_level',
  'notes',
  'marketing_consent',
] as const satisfies (keyof Client)[];
export type ClientDetails = Pick<Client, (typeof details)[number]> & PreferenceStatement;

/**
 * A client of a salon or spa. Health, notes and IC number are stored encrypted (PDPA 2010, s.4; A-255). The points are the sum
 * of their movements, and change only together with one.
 */
@Entity({ schema: 'beauty', name: 'clients' })
export class Client extends consenting(Person) {
  /** Not searched for. */
  @columns.sealed({ code: true }) ic_number!: string | null;
  /** Any text, like all texts below. */
  @columns.text({ nullable: true, personal: true }) skin_type: string | null = null;
  @columns.text({ nullable: true, personal: true }) hair_type: string | null = null;
  @columns.sealedTogether() health!: Record<string, unknown>;
  @columns.sealedWithin<string[]>('health', () => []) allergies!: string[];
  @columns.sealedWithin<string[]>('health', () => []) medical_conditions!: string[];
  @columns.sealedWithin<string | null>('health', () => null) notes!: string | null;
  /** Of any type, as they were sent. */
  @columns.object({ personal: true }) preferred_services: unknown[] = [];
  /** How often the client comes. */
  @columns.text({ nullable: true }) frequency: string | null = null;
  /** As it was sent: the memberships of the client change nothing in it. */
  @columns.text({ nullable: true }) membership_level: string | null = null;
  @columns.count() loyalty_points = 0;
  /** Whether the client wants to be advertised to; apart from the consent to keep data. */
  @columns.flag() marketing_consent = false;
  /** By which ways the person may be told, and in which language. */
  @columns.object({ nullable: true, personal: true }) message_preferences: MessagePreferences | null = null;
  @columns.derived('lower(btrim(phone_number))', { nullable: true }) readonly phone_number_key?: string | null;
  @columns.derived('lower(btrim(skin_type))', { nullable: true }) readonly skin_type_key?: string | null;
  @columns.derived('lower(btrim(hair_type))', { nullable: true }) readonly hair_type_key?: string | null;
  @columns.derived('lower(btrim(frequency))', { nullable: true }) readonly frequency_key?: string | null;
  @columns.derived('lower(btrim(membership_level))', { nullable: true }) readonly membership_level_key?: string | null;
  @columns.derived(NAME_AND_CONTACT) readonly search_text?: string;

  /** Absent fields stay. */
  describe(changes: Partial<ClientDetails>): void {
    assignDefined(this, changes, details);
    preferMessages(this, changes);
  }

  /** @param points the new balance, from 0 to MAX_POINTS @returns by how much it changed, negative when points went */
  setPoints(points: number): number {
    const before = this.loyalty_points;
    this.loyalty_points = points;
    return points - before;
  }

  /** An erased client gets no advertisements. */
  override afterErasure(): void {
    this.marketing_consent = false;
  }
}
