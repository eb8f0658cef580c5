import type { RegistrationVerdict } from '@usaha/core';
import { phoneTypes, type PhoneNumber, type PhoneType, type Sst } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';

/** As long as a body may be: whatever text is sent is judged, never refused. */
const ANY_TEXT = { blank: true, max: 1_000_000 };

/** POST /api/v1/utils/validate-phone/. */
export class PhoneBody {
  @field.text('Any text; hyphens, spaces and brackets are allowed', '012-345 6789', ANY_TEXT) phone_number!: string;
}

@field.record('What a text says as a Malaysian telephone number')
export class PhoneView {
  @field.flag('Whether it is a Malaysian number', true) is_valid!: boolean;
  @field.text('E.164; empty when it is not valid', '+60123456789', { blank: true }) normalized_format!: string;
  @field.choice('What kind of number it is; unknown when it is not valid', phoneTypes) type!: PhoneType;
  @field.text(
    'The operator that the block of a mobile number was assigned to: a guess, since subscribers keep their number when they change operators; otherwise unknown',
    'Maxis',
  )
  carrier!: string;
}

/** POST /api/v1/utils/calculate-sst/. */
export class SstBody {
  @field.money('Amount in ringgit without the tax; more than two decimals are rounded half-up', 100) amount!: number;
  @field.text(
    'Kind of service, such as food_beverage, professional, accommodation or logistics; any other, or none, is charged at 6 percent (A-85)',
    'general',
    { optional: true },
  )
  service_type?: string | null;
}

@field.record('Sales and service tax on one amount, in ringgit: total = subtotal + sst_amount, to the sen')
export class SstView {
  @field.money('The amount without the tax, to the sen', 100) subtotal!: number;
  @field.number("Today's rate as a fraction: 0.06 means 6 percent", 0.06, { min: 0, max: 1 }) sst_rate!: number;
  @field.money('The tax, rounded half-up to the sen', 6) sst_amount!: number;
  @field.money('The amount with the tax', 106) total!: number;
}

/** POST /api/v1/utils/validate-registration/. */
export class RegistrationBody {
  @field.text(
    'Any text; the number in its new form, an old one, or both as in 201901000005 (1312525-A)',
    '202301012345',
    ANY_TEXT,
  )
  registration_number!: string;
}

@field.record('What a text says as the registration number of a business')
export class RegistrationView {
  @field.flag('Whether it has one of the forms; whether it was ever issued is not known here', true) is_valid!: boolean;
  @field.text("The tenant's name, where it is the tenant's own number; otherwise null", 'Kedai Runcit Pak Din', {
    nullable: true,
  })
  company_name!: string | null;
  @field.day('Day of registration; null unless a register of companies is connected', '2023-01-15', { nullable: true })
  registration_date!: string | null;
  @field.choice('What was found out', ['valid_format', 'invalid']) status!: RegistrationVerdict['status'];
}

export const phoneView = plainView<PhoneNumber, PhoneView>(PhoneView);

export const sstView = plainView<Sst, SstView>(SstView);

export const registrationView = plainView<RegistrationVerdict, RegistrationView>(RegistrationView);
