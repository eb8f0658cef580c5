import { AppointmentPayment, Membership, benefitTypes, type BenefitType } from '@usaha/beauty';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const CLIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8c';
const PAID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7d';
const types = choices('BenefitType', benefitTypes);

@field.record('A benefit of a membership in a request; absent fields are null')
class MembershipBenefitBody {
  @field.text('The benefit in words', '10 % off every treatment', { optional: true }) benefit: string | null = null;
  @field.choice('What it is', types, { optional: true }) type: BenefitType | null = null;
  @field.number('Of a percentage_discount: percent, 0 to 100', 10, {
    optional: true,
    view: 'Of a percentage_discount: percent',
  })
  value: number | null = null;
  @field.reference('Id of the service of a free_service', SERVICE, { optional: true, max: MAX_TEXT }) service_id:
    string | null = null;
}

@field.record('A benefit of a membership in a response')
class MembershipBenefitView extends ViewType(MembershipBenefitBody) {}

/** POST /api/v1/beauty/memberships/. */
export class MembershipBody {
  @field.reference('Id of the client', CLIENT, { max: MAX_TEXT }) client_id!: string;
  @field.text('Type; any text', 'Gold', { max: 200, view: 'Type' }) membership_type!: string;
  @field.day('First day; default: from its creation (A-263)', '2026-01-01', {
    optional: true,
    view: 'First day; null: from its creation',
  })
  start_date?: string | null;
  @field.day('Last day; default: open', '2026-12-31', { optional: true, view: 'Last day; null: open' }) end_date?:
    string | null;
  @field.money('Annual fee in MYR', 199, { optional: true }) annual_fee?: number | null;
  @field.nestedList('Benefits', MembershipBenefitBody, { unset: true }) benefits?: MembershipBenefitBody[];
  @field.text('Payment method; any text, a card number in it is reduced to its last four digits (A-255)', 'fpx', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.flag('A note: nothing is charged or prolonged by it (A-263); default false', false, {
    unset: true,
    view: 'A note: nothing is charged or prolonged by it',
  })
  auto_renew?: boolean;
  @field.text('Status; any text, default active', 'active', {
    optional: true,
    max: 100,
    blank: true,
    view: 'Status, as sent',
  })
  status?: string | null;
}

@field.record('Fields of a membership to change; absent fields stay as they are')
export class MembershipPatch extends PartialType(MembershipBody) {}

/** GET /api/v1/beauty/memberships/. */
export class MembershipListQuery extends RecordList('end_date') {
  @param.text('Id of the client', CLIENT) client_id?: string;
  @param.text('Status, ignoring case (A-173)', 'active') status?: string;
  @param.flag('Whether it is active today, UTC+8 (A-263)') is_current?: boolean;
}

@field.record('A membership of a client')
export class MembershipView extends ViewType(MembershipBody, {
  within: { benefits: MembershipBenefitView },
  filled: ['status'],
}) {
  @field.id('Id of the membership') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.flag('Whether it is active today, UTC+8 (A-263)', true) is_current!: boolean;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** @param today YYYY-MM-DD in UTC+8 */
export const membershipView = viewFor<Membership, MembershipView, string>(Membership, MembershipView, {
  revision: 1,
  personal: ['payment_method', 'benefits'],
  fields: { is_current: (membership, today) => membership.isCurrentOn(today) },
  etagParts: (membership, today) => [String(membership.isCurrentOn(today))],
});

/** POST /api/v1/beauty/clients/{client_id}/memberships/. */
export class MembershipFeeBody {
  @field.reference('Id of a membership of the client', PAID, { view: 'Id of the membership' }) membership_id!: string;
  @field.text('Payment method; card numbers are cut to their last four digits (A-255)', 'cash', {
    max: 200,
    view: 'Payment method',
  })
  payment_method!: string;
}

@field.record('The fee of a year of a membership')
export class MembershipFeeView extends ViewType(MembershipFeeBody, {
  nullable: ['payment_method'],
  placed: { payment_method: 'received_by' },
}) {
  @field.id('Id of the payment') id!: string;
  @field.text('Consecutive number per business and year', 'RCP-2026-000042') receipt_number!: string;
  @field.money('The annual fee, in MYR', 200) amount!: number;
  @field.id('Id of the user who received it; null: a program', PAID, { nullable: true }) received_by!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

export const membershipFeeView = viewOf(AppointmentPayment, MembershipFeeView, {
  fields: {
    membership_id: ({ membership_id }) => membership_id as string,
    received_by: ({ actor_id }) => actor_id,
  },
});
