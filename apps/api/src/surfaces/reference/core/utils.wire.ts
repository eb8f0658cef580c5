import type { RegistrationVerdict } from '@usaha/core';
import { phoneTypes, type PhoneNumber, type PhoneType, type Sst } from '@usaha/shared/malaysia';
import { field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';

/** As long as a body may be: every text is judged, never refused. */
const ANY_TEXT = { blank: true, max: 1_000_000 };

/** POST /api/v1/utils/validate-phone/. */
export class PhoneBody {
  @field.text('Any text; hyphens, spaces and brackets are allowed', '012-345 6789', ANY_TEXT) phone_number!: string;
}

@field.record('The result of validating a telephone number')
export class PhoneView {
  @field.flag('Whether it is a valid Malaysian number', true) is_valid!: boolean;
  @field.text('Number in E.164 format; empty if not valid', '+60123456789', { blank: true }) normalized_format!: string;
  @field.choice('Type of number; unknown if not valid', phoneTypes) type!: PhoneType;
  @field.text(
    'Operator to which the number block was assigned, for mobile numbers; unknown for others. The number may have been ported to another operator',
    'Maxis',
  )
  carrier!: string;
}

/** POST /api/v1/utils/calculate-sst/. */
export class SstBody {
  @field.money('Amount in ringgit before tax; rounded half-up to two decimals', 100) amount!: number;
  @field.text(
    'Type of service, such as food_beverage, professional, accommodation or logistics; any other, or none, is taxed at 6 percent (A-85)',
    'general',
    { optional: true },
  )
  service_type?: string | null;
}

@field.record('Sales and service tax on one amount, in ringgit: total = subtotal + sst_amount, to the sen')
export class SstView {
  @field.money('Amount before tax, rounded to the sen', 100) subtotal!: number;
  @field.number('Current tax rate as a fraction: 0.06 means 6 percent', 0.06, { min: 0, max: 1 }) sst_rate!: number;
  @field.money('Tax, rounded half-up to the sen', 6) sst_amount!: number;
  @field.money('Amount with tax', 106) total!: number;
}

/** POST /api/v1/utils/validate-registration/. */
export class RegistrationBody {
  @field.text(
    'Registration number in the new or an old format, or both, such as 201901000005 (1312525-A); any text is accepted',
    '202301012345',
    ANY_TEXT,
  )
  registration_number!: string;
}

@field.record('The result of validating a registration number')
export class RegistrationView {
  @field.flag('Whether the format is valid; no check is made that the number was issued', true) is_valid!: boolean;
  @field.text("Name of the tenant if the number is the tenant's own; otherwise null", 'Kedai Runcit Pak Din', {
    nullable: true,
  })
  company_name!: string | null;
  @field.day('Date of registration; null unless a company register is connected', '2023-01-15', { nullable: true })
  registration_date!: string | null;
  @field.choice('Result of the validation', ['valid_format', 'invalid']) status!: RegistrationVerdict['status'];
}

export const phoneView = plainView<PhoneNumber, PhoneView>(PhoneView);

export const sstView = plainView<Sst, SstView>(SstView);

export const registrationView = plainView<RegistrationVerdict, RegistrationView>(RegistrationView);
