import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

/** A submission as the simulator has received it. It is the outside world's, not ours. */
@Entity({ schema: 'einvoice', name: 'simulator_submissions' })
export class SimulatorSubmission extends TenantRecord {
  @columns.code() uid!: string;
  /** Of the bytes of the request, in hexadecimal digits. */
  @columns.code() sha256!: string;
  /** How often it is still told as in progress. */
  @columns.count() polls_left!: number;
}
