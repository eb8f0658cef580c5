import { TenantRecord, columns } from '@usaha/shared';

/** Whether a person agrees that data are kept (Personal Data Protection Act 2010, s.6). */
export interface Consent {
  pdpa_consent: boolean;
  /** Since when; null without consent. */
  pdpa_consent_date: Date | null;
  /** Since when consent is refused or withdrawn; null where nothing was said, or consent was given. */
  pdpa_refused_at: Date | null;
  /** Whether the consent was stated at all: false may be what every record begins with. */
  readonly pdpa_consent_stated: boolean;
  /**
   * The date is that of the moment consent was given, and is kept while it lasts; that of a refusal likewise.
   * @param isStated false: a false is the default that the record was shown with, and says nothing
   */
  consent(given: boolean, now: Date, isStated?: boolean): void;
  /** The same of what was sent; without `pdpa_consent` nothing changes. */
  stateConsent(sent: Partial<ConsentStatement>, now: Date): void;
  /** The person consents to nothing, and nothing is known of a refusal. */
  forgetConsent(): void;
}

/** The fields of a consent in a request. */
export type ConsentStatement = Pick<Consent, 'pdpa_consent' | 'pdpa_consent_stated'>;

/** Adds consent to an entity whose persons are asked for it: `class Client extends consenting(Person)`. */
export function consenting<T extends TenantRecord>(base: abstract new () => T): abstract new () => T & Consent {
  abstract class Consenting extends (base as abstract new () => TenantRecord) implements Consent {
    @columns.flag() pdpa_consent = false;
    @columns.instant({ nullable: true }) pdpa_consent_date: Date | null = null;
    @columns.instant({ nullable: true }) pdpa_refused_at: Date | null = null;

    get pdpa_consent_stated(): boolean {
      return this.pdpa_consent || this.pdpa_refused_at !== null;
    }

    consent(given: boolean, now: Date, isStated = true): void {
      if (!given && !this.pdpa_consent && !isStated) return;
      this.pdpa_refused_at = given ? null : (this.pdpa_refused_at ?? now);
      if (given === this.pdpa_consent) return;
      this.pdpa_consent = given;
      this.pdpa_consent_date = given ? now : null;
    }

    stateConsent({ pdpa_consent, pdpa_consent_stated }: Partial<ConsentStatement>, now: Date): void {
      if (pdpa_consent !== undefined) this.consent(pdpa_consent, now, pdpa_consent_stated);
    }

    forgetConsent(): void {
      this.pdpa_consent = false;
      this.pdpa_consent_date = this.pdpa_refused_at = null;
    }
  }
  return Consenting as unknown as abstract new () => T & Consent;
}

/** Whether a record has a consent to forget. */
export const isConsenting = (record: object): record is Consent => 'forgetConsent' in record;

/**
 * SQL: whether the person of the table `alias` may be written to about a booking or an account. Refused or withdrawn consent
 * stops that; a record of which nothing was ever said does not.
 */
export const mayBeTold = (alias: string): string => `(${alias}.pdpa_consent or ${alias}.pdpa_refused_at is null)`;

/** SQL of a migration: keeps since when consent is refused. False of earlier records may be the default, so it refuses nothing. */
export const refusedConsent = (table: string): string =>
  `alter table ${table} add column pdpa_refused_at timestamptz(3)`;

/**
 * SQL of a migration: consent that was withdrawn before refusals were kept is found on the audit trail, and refuses.
 * @param record_type as the trail calls records of the table
 */
export const withdrawnConsent = (table: string, record_type: string): string => `
  update ${table} r set pdpa_refused_at = w.at
    from (select distinct on (e.tenant_id, e.record_id) e.tenant_id, e.record_id, e.at, e.changes
            from kernel.audit_entries e
           where e.record_type = '${record_type}' and e.changes ? 'pdpa_consent'
           order by e.tenant_id, e.record_id, e.id desc) w
   where w.tenant_id = r.tenant_id and w.record_id = r.id and not r.pdpa_consent and r.pdpa_refused_at is null
     and w.changes -> 'pdpa_consent' ->> 'before' = 'true' and w.changes -> 'pdpa_consent' ->> 'after' = 'false'`;
