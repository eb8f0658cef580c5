import { TenantRecord, columns } from '@usaha/shared';

/** A person who is asked whether data are kept (Personal Data Protection Act 2010, s.6). */
export abstract class ConsentingRecord extends TenantRecord {
  @columns.flag() pdpa_consent = false;
  /** Since when; null without consent. */
  @columns.instant({ nullable: true }) pdpa_consent_date: Date | null = null;

  /** The date is that of the moment consent was given, and is kept while it lasts. */
  consent(given: boolean, now: Date): void {
    if (given === this.pdpa_consent) return;
    this.pdpa_consent = given;
    this.pdpa_consent_date = given ? now : null;
  }
}
