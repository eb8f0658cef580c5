import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** Why a tenant's sending rests: MyInvois refuses to sign its credentials in, or does not let them submit. */
export type RestReason = 'refused' | 'forbidden';

/** Until when a tenant's sending rests. It ends before where the settings have another version. */
@Entity({ schema: 'einvoice', name: 'sending_rests' })
export class SendingRest {
  @columns.primary() tenant_id!: string;
  @columns.primary('text') reason!: RestReason;
  @columns.count() settings_version!: number;
  @columns.instant() rests_until!: Date;
}
