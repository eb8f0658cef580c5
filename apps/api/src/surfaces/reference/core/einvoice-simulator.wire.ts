import {
  SimulatorDocument,
  einvoiceCalls,
  simulatorFaults,
  simulatorStatuses,
  type SimulatorBehaviour,
  type SimulatorSettings,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const callChoices = choices('EinvoiceCall', einvoiceCalls);
const faultChoices = choices('EinvoiceFault', simulatorFaults);
const statusChoices = choices('SimulatorStatus', simulatorStatuses);

type Fault = SimulatorBehaviour['faults'][number];

@field.record('A fault of the simulator, in a request')
class SimulatorFaultBody implements Fault {
  @field.choice('The call that it is of', callChoices) call!: Fault['call'];
  @field.choice(
    'status: another status, and nothing is done; delay: done at once, answered late; refuse: no connection, not counted; drop: nothing is done, and no answer comes; drop_after: done, and no answer comes. Of submit also reject, the document is not taken, and invalid, it turns out to be invalid',
    faultChoices,
  )
  fault!: Fault['fault'];
  @field.count('How often it still happens; 1 unless given', 1, {
    unset: true,
    max: 1_000_000,
    view: 'How often it still happens',
  })
  times = 1;
  @field.text('Number of the document that it is for; null: any', 'INV-2026-000001', {
    optional: true,
    filled: true,
    max: 50,
  })
  number: string | null = null;
  @field.count('HTTP status of status; null: 503', 503, { optional: true, min: 400, max: 599 })
  status: number | null = null;
  @field.count('Seconds of Retry-After', 2, { optional: true, max: 3_600 }) retry_after: number | null = null;
  @field.text('Error code that is told', 'CF364', { optional: true, filled: true, max: 100 })
  code: string | null = null;
  @field.count('Milliseconds before the answer; null: 1000 of delay, 0 of others', 250, {
    optional: true,
    max: 120_000,
  })
  delay_ms: number | null = null;
}

@field.record('A fault of the simulator')
class SimulatorFaultView extends ViewType(SimulatorFaultBody) {}

@field.record('A request of a buyer to reject a document, in a request')
class SimulatorRejectionBody {
  @field.text('Number of the document', 'INV-2026-000001', { filled: true, max: 50 }) number!: string;
  @field.text('Why the buyer rejects it', 'Wrong address', { filled: true, max: 300 }) reason!: string;
}

@field.record('A request of a buyer to reject a document')
class SimulatorRejectionView extends ViewType(SimulatorRejectionBody) {}

/** PUT /api/v1/einvoices/simulator/: fields that are absent have their first value. */
export class SimulatorBody implements SimulatorBehaviour {
  @field.nestedList('Faults of the calls to come; the first that fits happens', SimulatorFaultBody, {
    unset: true,
    max: 100,
  })
  faults: SimulatorFaultBody[] = [];
  @field.count('How often a submission is told as in progress; 1 unless given', 1, {
    unset: true,
    max: 1_000,
    view: 'How often a submission is told as in progress',
  })
  polls = 1;
  @field.count('Documents that become valid have been so for this many hours', 0, {
    unset: true,
    max: 1_000,
  })
  validated_hours_ago = 0;
  @field.nestedList('Requests of buyers to reject documents', SimulatorRejectionBody, { unset: true, max: 100 })
  rejections: SimulatorRejectionBody[] = [];
}

@field.record('How many calls have come')
class SimulatorCallsView {
  @field.count('Sign-ins', 1) token!: number;
  @field.count('Questions about TINs', 0) taxpayer!: number;
  @field.count('Submissions', 1) submit!: number;
  @field.count('Questions about submissions', 2) submission!: number;
  @field.count('Questions about documents', 0) details!: number;
  @field.count('Cancellations', 0) cancel!: number;
  @field.count('Searches', 0) search!: number;
}

@field.record('How the simulator plays MyInvois (A-530)')
export class SimulatorView extends ViewType(SimulatorBody, {
  within: { faults: SimulatorFaultView, rejections: SimulatorRejectionView },
}) {
  @field.nested('How many calls have come', SimulatorCallsView) calls!: SimulatorCallsView;
}

export const simulatorView = ({
  faults,
  polls,
  validated_hours_ago,
  rejections,
  counts,
}: SimulatorSettings): SimulatorView => ({
  faults,
  polls,
  validated_hours_ago,
  rejections: rejections.map(({ number, reason }) => ({ number, reason })),
  calls: counts,
});

/** GET /api/v1/einvoices/simulator/documents/. */
export class SimulatorDocumentListQuery extends RecordList() {
  @param.text('Number of the document', 'INV-2026-000001') number?: string;
}

@field.record('A document that the simulator has received')
export class SimulatorDocumentView {
  @field.text('Id that the simulator gave it', 'F9D425P6DS7D8IUF9D425P6DS7') uuid!: string;
  @field.text('The part of the validation link that cannot be guessed; null before it is valid', 'LIJAF97HJJKH8298', {
    nullable: true,
  })
  long_id!: string | null;
  @field.text('Id of its submission', 'HJSD135P2S7D8IUHJSD135P2S7') submission_uid!: string;
  @field.text('Number', 'INV-2026-000001') number!: string;
  @field.text('Code of its type', '01') type!: string;
  @field.text('Version of its type', '1.0') version!: string;
  @field.choice('Status', statusChoices) status!: string;
  @field.money('Payable amount, in its currency', 56.95) total!: number;
  @field.text('TIN of the supplier', 'C2584563200') supplier_tin!: string;
  @field.text('TIN of the buyer', 'EI00000000010', { nullable: true }) buyer_tin!: string | null;
  @field.instant('When it was received (UTC)') received_at!: Date;
  @field.instant('When it became valid (UTC)', { nullable: true }) validated_at!: Date | null;
  @field.text('SHA-256 of its text, in hexadecimal digits', '28a0524f…') sha256!: string;
}

export const simulatorDocumentView = viewOf(SimulatorDocument, SimulatorDocumentView, {
  revision: 1,
  personal: ['buyer_tin'],
  fields: {
    long_id: ({ long_id, validated_at }) => validated_at && long_id,
    type: ({ type_code }) => type_code,
    version: ({ document_version }) => document_version,
    received_at: ({ created_at }) => created_at,
  },
});
