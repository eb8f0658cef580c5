import { field } from './field.js';

@field.record('Place of birth according to the IC number')
export class BirthplaceView {
  @field.choice('Type of place', ['state', 'country', 'region']) kind!: string;
  @field.text('Name of the place', 'Kuala Lumpur') name!: string;
  @field.text('State code of three letters, or country code of two (ISO 3166-1)', 'KUL', { nullable: true }) code!:
    string | null;
}

@field.record("Checks of the IC number against the person's data")
export class IcVerificationView {
  @field.flag('Whether the number has 12 digits in groups of 6-2-4, beginning with a date', true) format!: boolean;
  @field.flag("Whether that date is the person's date of birth; null if there is nothing to compare", true, {
    nullable: true,
  })
  age!: boolean | null;
  @field.count('Age today (UTC+8) in whole years', 36, { nullable: true }) age_years!: number | null;
  @field.flag(
    'Whether the last digit matches the gender (odd: male, even: female); null if there is nothing to compare. Never refused',
    true,
    { nullable: true },
  )
  gender!: boolean | null;
  @field.flag('Always null: no authority confirms a rule for a check digit', false, { nullable: true })
  checksum!: boolean | null;
  @field.nested(
    'Place of birth according to the seventh and eighth digits; null if that code is not assigned',
    BirthplaceView,
    {
      nullable: true,
    },
  )
  birthplace!: BirthplaceView | null;
}
