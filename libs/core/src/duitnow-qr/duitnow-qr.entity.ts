import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

/**
 * The static DuitNow QR of a business. Its id is the tenant's: there is one. The text of the code names an account, and
 * is sealed. A row without a text is of a business that has removed its code.
 */
@Entity({ schema: 'core', name: 'duitnow_qrs' })
export class DuitNowQr extends TenantRecord {
  @columns.sealed({ code: true }) sealed_payload: string | null = null;

  /** @param text that `DuitNowPayload` has read; null removes it */
  show(text: string | null): void {
    this.sealed_payload = text;
  }
}
